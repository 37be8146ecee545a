import { UserRound, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { localeNames, type Locale } from '@/i18n/locales';
import { StitchedCard } from '@/ui/card';
import { CopyIcon } from '@/ui/copy-button';
import { formatDateTime } from '@/ui/format/time';
import { useSummary } from '../conversation/use-summary';
import { useTexts } from '../i18n';
import { customerName } from '../inbox/customer-name';
import { Online } from '../inbox/inbox-row';
import { WaitTime } from '../inbox/wait';
import { Skeleton } from '@/ui/skeleton';
import type { Summary } from '../types';
import { PanelFrame } from './panel-frame';

/** Shows the customer's data that support may see. The server does not send a guest's id. */
export function WhoPanel({ id, me }: { id: string; me: string }) {
  const { t } = useTexts();
  const summary = useSummary(id);
  if (!summary) {
    return (
      <PanelFrame title={t('panel.who')}>
        <Skeleton className="late h-48 rounded-card" />
      </PanelFrame>
    );
  }
  const isMember = summary.kind === 'member';
  return (
    <PanelFrame title={t('panel.who')}>
      <Head summary={summary} />
      {!isMember && (
        <p className="mb-4 rounded-field bg-info-soft px-4 py-2.5 text-ink">{t('who.guestNote')}</p>
      )}
      {summary.playClosed && (
        <p className="mb-4 rounded-field bg-info-soft px-4 py-2.5 text-ink">{t('who.breakNote')}</p>
      )}
      <SummaryFacts summary={summary} me={me} />
    </PanelFrame>
  );
}

/** The customer's name, and whether their app is open. */
function Head({ summary }: { summary: Summary }) {
  const { t } = useTexts();
  const { kind, online } = summary;
  const Icon = kind === 'member' ? UserRound : UserRoundX;
  return (
    <div className="flex items-center gap-3 pb-4">
      <span
        className="grid size-14 shrink-0 place-items-center rounded-card bg-tile-leaf text-tile-leaf-icon"
        aria-hidden="true"
      >
        <Icon className="size-7" />
      </span>
      <div className="min-w-0">
        <p className="truncate py-px text-h2 font-bold">
          <bdi>{customerName(summary, t)}</bdi>
        </p>
        <p className="flex items-center gap-2 text-ink-2">
          <Online online={online} />
          {t(online ? 'who.online' : 'who.offline')}
        </p>
      </div>
    </div>
  );
}

function SummaryFacts({ summary, me }: { summary: Summary; me: string }) {
  const { t } = useTexts();
  const { kind, memberId, locale, status, waitingSince, assignee, lastAt, lastSeq, customerReadSeq } =
    summary;
  return (
    <StitchedCard>
      <FactRow name={t('who.kind')}>{t(kind === 'member' ? 'who.member' : 'who.visitor')}</FactRow>
      {memberId && (
        <FactRow name={t('who.memberId')}>
          {memberId} <CopyIcon text={memberId} label={t('who.copyId')} />
        </FactRow>
      )}
      <FactRow name={t('who.language')}>{localeNames[locale as Locale]?.name ?? locale}</FactRow>
      <FactRow name={t('who.status')}>
        {status === 'CLOSED' ? (
          t('who.closed')
        ) : waitingSince ? (
          <WaitTime since={waitingSince} isNamed />
        ) : (
          t('who.answered')
        )}
      </FactRow>
      <FactRow name={t('who.assignee')}>
        <bdi>{assignee === me ? t('who.mine') : assignee || t('who.nobody')}</bdi>
      </FactRow>
      <FactRow name={t('who.lastAt')}>{formatDateTime(lastAt)}</FactRow>
      <FactRow name={t('who.messages')}>{t('who.read', { count: lastSeq, read: customerReadSeq })}</FactRow>
    </StitchedCard>
  );
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className="flex min-h-11 items-center justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-right font-medium wrap-anywhere">{children}</dd>
    </dl>
  );
}

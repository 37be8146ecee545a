import { ArrowLeft, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { referenceOf } from '@/data/domains/statement/reference';
import { useLineDetail } from '@/data/domains/statement/use-line';
import '@/i18n/line-texts';
import '@/i18n/statement-texts';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { PageTitle } from '@/ui/heading';
import { IconButton } from '@/ui/icon-button';
import { SkeletonRows } from '@/ui/skeleton';
import { findAppearance } from '../appearance';
import { LineCard } from './line-card';
import { NextStepBanner } from './next-step-banner';
import { LineReceipt } from './line-receipt';
import { LineSlip } from './line-slip';
import { LineStory } from './line-events';
import { filterCurrentEvents } from './line-status';

interface LinePageProps {
  id: string;
  /** The app's name, as on the receipt. */
  appName: string;
  listLink: (text: string) => ReactNode;
  onBack: () => void;
  /** Opens the chat with this text in its field. */
  onAsk: (draftText: string) => void;
}

/**
 * Shows the details of one statement line. The line itself is on the phone. Its other details are loaded when
 * online, and then stored.
 */
export function LinePage({ id, appName, listLink, onBack, onAsk }: LinePageProps) {
  const { t } = useTranslation('line');
  const { line, data, asOf, loading } = useLineDetail(id);
  const { offline } = useConnection();
  if (!line) {
    return (
      <>
        <Head onBack={onBack} />
        {loading ? (
          <SkeletonRows rows={4} />
        ) : (
          <EmptyState title={t('missing')} action={listLink(t('list'))}>
            {t('missingText')}
          </EmptyState>
        )}
      </>
    );
  }
  const lineEvents = filterCurrentEvents(line, data);
  return (
    <>
      <Head line={line} onBack={onBack} />
      <div className="space-y-4">
        <LineCard line={line}>
          <NextStepBanner line={line} detail={data} />
          {line.status === 'SUCCESS' && (
            <LineReceipt
              line={line}
              doneAt={lineEvents.find(({ event }) => event === 'done')?.at}
              appName={appName}
            />
          )}
        </LineCard>
        <LineStory line={line} events={lineEvents} asOf={asOf} offline={offline} loading={loading} />
        {data?.slip && <LineSlip slip={data.slip} offline={offline} />}
        <Ask line={line} onAsk={onAsk} />
      </div>
    </>
  );
}

function Head({ line, onBack }: { line?: StatementLine; onBack: () => void }) {
  const { t } = useTranslation('ui');
  const { t: list } = useTranslation('statement');
  return (
    <div className="flex items-start">
      <IconButton icon={ArrowLeft} label={t('back')} onClick={onBack} className="-ml-3" />
      <div className="min-w-0 flex-1">
        <PageTitle>
          {line ? list(`type.${findAppearance(line.statementType).label}`) : list('title')}
        </PageTitle>
      </div>
    </div>
  );
}

function Ask({ line, onAsk }: { line: StatementLine; onAsk: LinePageProps['onAsk'] }) {
  const { t } = useTranslation('line');
  const { t: list } = useTranslation('statement');
  const draftText = t('draft', {
    type: list(`type.${findAppearance(line.statementType).label}`),
    amount: formatMoney(line.amount),
    reference: referenceOf(line._id),
  });
  return (
    <Button
      variant="tonal"
      block
      icon={MessageCircle}
      aria-haspopup="dialog"
      onClick={() => onAsk(draftText)}
    >
      {t('ask')}
    </Button>
  );
}

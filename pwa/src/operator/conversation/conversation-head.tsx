import {
  ArrowLeft,
  Check,
  CircleUserRound,
  Coffee,
  RotateCcw,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react';
import { IconButton } from '@/ui/icon-button';
import { cx } from '@/ui/cx';
import { useTexts } from '../i18n';
import { customerName } from '../inbox/customer-name';
import { LocaleMark, Online } from '../inbox/inbox-row';
import { WaitTime } from '../inbox/wait';
import { togglePanel, usePanel } from '../panel/open-panel';
import { closeConversation } from '../router';
import type { Summary } from '../types';
import { SmallButton } from '../ui/small-button';
import { toggleAssignee, toggleOpen } from './actions';

/** The customer's name, and the actions on the conversation. */
export function ConversationHead({
  id,
  summary,
  me,
}: {
  id: string;
  summary: Summary | undefined;
  me: string;
}) {
  const { t } = useTexts();
  const isShown = usePanel() === 'who';
  return (
    <header className="@container flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2.5 max-md:px-2">
      <IconButton
        icon={ArrowLeft}
        label={t('conversation.back')}
        onClick={() => void closeConversation()}
        className="-mr-2 text-ink-2 md:hidden"
      />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-2 text-h3 font-semibold">
          {summary && <Online online={summary.online} />}
          <span className="min-w-0 truncate py-px">
            <bdi>{summary ? customerName(summary, t) : id}</bdi>
          </span>
          {summary && <LocaleMark locale={summary.locale} />}
        </h2>
        {summary && <ConversationState summary={summary} me={me} />}
      </div>
      <IconButton
        icon={CircleUserRound}
        label={t('panel.who')}
        aria-pressed={isShown}
        onClick={() => togglePanel('who')}
        className={cx('order-1 -mr-2 @[560px]:order-2', isShown ? 'text-brand-text' : 'text-ink-2')}
      />
      {summary && <ConversationActions summary={summary} me={me} />}
    </header>
  );
}

function ConversationState({ summary, me }: { summary: Summary; me: string }) {
  const { t } = useTexts();
  const { status, waitingSince, assignee, playClosed } = summary;
  const assigneeText =
    assignee === me ? t('who.mine') : assignee ? t('who.theirs', { name: assignee }) : t('who.nobody');
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-ink-2">
      {status === 'CLOSED' ? (
        t('who.closed')
      ) : waitingSince ? (
        <WaitTime since={waitingSince} isNamed />
      ) : (
        t('who.answered')
      )}
      <span aria-hidden="true">·</span>
      <span className="min-w-0 truncate py-px">{assigneeText}</span>
      {playClosed && (
        <span className="inline-flex shrink-0 items-center gap-1 font-medium text-ink">
          <span aria-hidden="true">·</span>
          <Coffee aria-hidden="true" className="size-4" />
          {t('who.break')}
        </span>
      )}
    </p>
  );
}

function ConversationActions({ summary, me }: { summary: Summary; me: string }) {
  const { t } = useTexts();
  const isMine = summary.assignee === me;
  const isClosed = summary.status === 'CLOSED';
  return (
    <div className="order-2 flex gap-2 @[560px]:order-1 @max-[560px]:w-full @max-[560px]:pb-0.5">
      <SmallButton
        icon={isMine ? UserRoundCheck : UserRoundPlus}
        shortcut="assign"
        className="@max-[560px]:flex-1"
        onClick={() => void toggleAssignee(summary, me)}
      >
        {t(isMine ? 'act.release' : 'act.take')}
      </SmallButton>
      <SmallButton
        icon={isClosed ? RotateCcw : Check}
        shortcut="close"
        className="@max-[560px]:flex-1"
        onClick={() => void toggleOpen(summary)}
      >
        {t(isClosed ? 'act.reopen' : 'act.close')}
      </SmallButton>
    </div>
  );
}

import { CircleAlert, Clock, Info, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import type { LineDetail } from '@/data/domains/statement/use-line';
import { useSlipFixText } from '@/money/use-slip-fix-text';
import { showSheet } from '@/nav/sheets';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { formatClock } from '@/ui/format/time';
import { useNoteText } from '../use-note-text';
import { findActor, findNextStep } from './line-status';

interface LineNextProps {
  line: StatementLine;
  detail: LineDetail | undefined;
}

/**
 * Shows who acts next while the line is pending. For a failed line, shows the reason and what the member can
 * do. For a completed line, shows its note.
 */
export function NextStepBanner({ line, detail }: LineNextProps) {
  if (line.status === 'PENDING') return <Waiting line={line} detail={detail} />;
  if (line.status === 'FAILED') return <Failed line={line} />;
  return <LineNote line={line} />;
}

function LineNote({ line }: Pick<LineNextProps, 'line'>) {
  const noteText = useNoteText();
  if (!line.note) return null;
  return (
    <WithAction>
      <Banner tone="info" icon={Info}>
        {noteText(line)}
      </Banner>
    </WithAction>
  );
}

function Waiting({ line, detail }: LineNextProps) {
  const { t } = useTranslation('line');
  const actor = findActor(line, detail);
  const until = actor === 'member' ? detail?.until : undefined;
  const values = { amount: formatMoney(line.amount) };
  return (
    <WithAction
      action={
        line.canCancel ? (
          <Button
            variant="danger"
            block
            aria-haspopup="dialog"
            onClick={() => showSheet('cancel-withdrawal', { line: line._id })}
          >
            {t('cancel')}
          </Button>
        ) : (
          actor === 'member' && <UploadSlip line={line} />
        )
      }
    >
      <Banner tone="pending" icon={Clock}>
        {until
          ? t('waits.memberUntil', { ...values, time: formatClock(until) })
          : t(`waits.${actor}`, values)}
      </Banner>
    </WithAction>
  );
}

function Failed({ line }: { line: StatementLine }) {
  const { t } = useTranslation('line');
  const slipFixText = useSlipFixText();
  const noteText = useNoteText();
  const step = findNextStep(line);
  // The app accepts no slips of Lao banks.
  const isKip = line.currency === 'LAK';
  // The member cancelled the withdrawal, so it is no failure. The note is enough.
  if (step === 'cancelled') return <LineNote line={line} />;
  return (
    <WithAction action={step === 'notSeen' && <UploadSlip line={line} />}>
      <Banner tone="failed" icon={CircleAlert}>
        {line.note && <p className="font-semibold">{noteText(line)}</p>}
        <p>
          {step === 'slip'
            ? slipFixText(line.note ?? '')
            : t(`next.${isKip && step === 'notSeen' ? 'notSeenKip' : step}`)}
        </p>
      </Banner>
    </WithAction>
  );
}

function UploadSlip({ line }: { line: StatementLine }) {
  const { t } = useTranslation('line');
  // The slip verifier cannot check slips of Lao banks.
  if (line.currency === 'LAK') return null;
  return (
    <Button variant="tonal" block icon={Upload} aria-haspopup="dialog" onClick={() => showSheet('slips')}>
      {t('upload')}
    </Button>
  );
}

function WithAction({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2 pb-3">
      {children}
      {action}
    </div>
  );
}

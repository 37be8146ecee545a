import { Check, ImagePlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { useConnection, useQueue } from '@/data/engine/outbox/use-queue';
import { useStorageNotice } from '@/data/storage/use-storage-notice';
import { useStore } from '@/data/kit/use-store';
import { useList } from '@/data/engine/pages/pages';
import { canSendWhileClosed } from '@/data/engine/outbox/queue';
import { lostItems } from '@/data/engine/outbox/promises';
import { syncNow } from '@/data/engine/sync/sync';
import { codeText } from '@/i18n/error-text';
import { finishSheet } from '@/nav/finish';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { cx } from '@/ui/cx';
import { DrawnCheck } from '@/ui/drawn-check';
import { formatMoney } from '@/ui/format/money';
import { vibrateFor } from '@/ui/haptics';
import { SheetPage } from '@/ui/sheet';
import { Spinner } from '@/ui/spinner';
import { useFocusHere } from '@/ui/use-focus-here';
import { PickPicture } from './pick-picture';
import { slipProgressOf, type SlipProgress } from './slip-progress';
import { useSlipFixText } from '@/money/use-slip-fix-text';

interface TrackSlipProps {
  id: string;
  contactLink: ReactNode;
  onBack: () => void;
  onOther: (file: File) => void;
}

/** Shows the progress of one slip from the phone to the wallet. The member may close the sheet meanwhile. */
export function TrackSlip({ id, contactLink, onBack, onOther }: TrackSlipProps) {
  const { t } = useTranslation('cashier');
  const progress = useSlipProgress(id);
  const isStuck = progress.at === 'lost' || (progress.at === 'kept' && progress.reason === 'member');
  const showList = useEffectEvent(onBack);
  useEffect(() => {
    // The list shows the reason and has buttons to solve the problem.
    if (isStuck) showList();
  }, [isStuck]);
  if (progress.at === 'credited') return <Credited amount={progress.amount} />;
  if (progress.at === 'failed')
    return <Refused note={progress.note} contactLink={contactLink} onBack={onBack} onOther={onOther} />;
  return (
    <SheetPage
      title={t('track.title')}
      onBack={onBack}
      footer={
        <Button block variant="tonal" onClick={finishSheet}>
          {t('track.finish')}
        </Button>
      }
    >
      <Card className="p-4">
        <Steps progress={progress} />
      </Card>
      <p className="mt-3 px-1 text-small text-ink-2">
        {t(countDoneSteps(progress) > 1 ? 'track.leave' : 'track.leaveKept')}
      </p>
    </SheetPage>
  );
}

/** A member waits, so the app polls often while the slip is being checked. */
const POLL_MS = 3000;

function useSlipProgress(id: string): SlipProgress {
  const { offline } = useConnection();
  const { data: queue = [] } = useQueue();
  const { data } = useList('slips');
  const item = queue.find((each) => each.id === id);
  const slip = data?.rows.find((each) => each.clientId === id && !each.unsent);
  const isLost = useStore(lostItems).some((lost) => lost.id === id);
  const progress = slipProgressOf(item, slip, offline, isLost);
  const isChecking = progress.at === 'checking';
  useEffect(() => {
    if (!isChecking) return;
    const timer = setInterval(() => void syncNow(), POLL_MS);
    return () => clearInterval(timer);
  }, [isChecking]);
  return progress;
}

const stepNames = ['kept', 'sent', 'checked', 'credited'] as const;

/** Returns how many of the four steps are done. */
function countDoneSteps(progress: SlipProgress): number {
  if (progress.at === 'kept' || progress.at === 'sending') return 1;
  return 2;
}

function Steps({ progress }: { progress: SlipProgress }) {
  const { t } = useTranslation('cashier');
  const done = countDoneSteps(progress);
  const hasSpinner = progress.at !== 'kept' && progress.at !== 'review';
  const isInMemory = useStorageNotice() === 'memory';
  return (
    <ol aria-live="polite">
      {stepNames.map((step, i) => (
        <li key={step} aria-current={i === done ? 'step' : undefined} className="flex gap-3">
          <span className="flex flex-col items-center" aria-hidden="true">
            <span
              className={cx(
                'grid size-[2.15em] place-items-center rounded-full text-small',
                i < done
                  ? 'bg-in-soft text-in'
                  : i === done
                    ? 'bg-brand-soft text-brand-text'
                    : 'bg-sunken text-ink-3',
              )}
            >
              {i < done ? (
                <Check className="size-4.5" strokeWidth={2.8} />
              ) : i === done && hasSpinner ? (
                <Spinner className="size-4.5" />
              ) : (
                <span className="text-small font-bold">{i + 1}</span>
              )}
            </span>
            {i < stepNames.length - 1 && <StepLine isDone={i < done} />}
          </span>
          <span className="min-w-0 flex-1 pt-0.5 pb-4">
            <span className={cx('block', i <= done ? 'font-semibold' : 'text-ink-2')}>
              {t(`track.steps.${step === 'kept' && isInMemory ? 'ready' : step}`)}
            </span>
            {i === done && (
              <span className="block text-small text-ink-2">
                <CurrentStepText progress={progress} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The stitched line between two steps. It changes colour once the first step is done. */
function StepLine({ isDone }: { isDone: boolean }) {
  return (
    <span className={cx('relative my-1 min-h-5 w-0.5 flex-1', isDone ? 'text-in' : 'text-line')}>
      <svg className="absolute inset-0 size-full overflow-visible">
        <line
          x1="1"
          y1="1"
          x2="1"
          y2="100%"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray="5 5"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}

const waits = {
  signal: 'waitSignal',
  turn: 'waitTurn',
  closed: 'waitClosed',
  login: 'login',
  member: 'waitTurn',
} as const;

function CurrentStepText({ progress }: { progress: SlipProgress }) {
  const { t } = useTranslation('cashier');
  switch (progress.at) {
    case 'kept': {
      const isOnlyOpen = progress.reason === 'signal' && !canSendWhileClosed();
      return `${t('track.now.unsent')} · ${t(`track.now.${isOnlyOpen ? 'waitOpen' : waits[progress.reason]}`)}`;
    }
    case 'sending':
      return t('track.now.sending', { percent: progress.percent });
    case 'review':
      return t('track.now.review');
    default:
      return t('track.now.checking');
  }
}

function Credited({ amount }: { amount: number | null }) {
  const { t } = useTranslation('cashier');
  const start = useFocusHere<HTMLDivElement>();
  useEffect(() => vibrateFor('done'), []);
  return (
    <SheetPage
      title={t('track.title')}
      titleHidden
      footer={
        <Button block onClick={finishSheet}>
          {t('track.finish')}
        </Button>
      }
    >
      <div ref={start} tabIndex={-1} role="status" className="flex flex-col items-center pb-4 text-center">
        <DrawnCheck />
        <p className="mt-4 text-h2 font-bold">
          {amount === null ? t('track.steps.credited') : t('track.done', { amount: formatMoney(amount) })}
        </p>
      </div>
    </SheetPage>
  );
}

interface RefusedProps {
  note: string;
  contactLink: ReactNode;
  onBack: () => void;
  onOther: (file: File) => void;
}

/** Shows the reason of the refusal, and what the member can do. */
function Refused({ note, contactLink, onBack, onOther }: RefusedProps) {
  const { t } = useTranslation('cashier');
  const fix = useSlipFixText();
  const start = useFocusHere<HTMLDivElement>();
  useEffect(() => vibrateFor('failed'), []);
  return (
    <PickPicture onPicked={onOther}>
      {(pick) => (
        <SheetPage
          title={t('track.title')}
          onBack={onBack}
          footer={
            <div className="grid gap-2">
              <Button block icon={ImagePlus} onClick={pick}>
                {t('send.other')}
              </Button>
              {contactLink}
            </div>
          }
        >
          <div
            ref={start}
            tabIndex={-1}
            role="alert"
            className="flex flex-col items-center px-2 pb-2 text-center"
          >
            <span
              className="grid size-18 place-items-center rounded-full bg-failed-soft text-failed"
              aria-hidden="true"
            >
              <X className="size-9" strokeWidth={2.6} />
            </span>
            <p className="mt-4 text-h2 font-bold">{codeText(note)}</p>
            <p className="mt-1 text-ink-2">{fix(note)}</p>
          </div>
        </SheetPage>
      )}
    </PickPicture>
  );
}

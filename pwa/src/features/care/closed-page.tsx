import { Coffee } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buildReturnRequest, buildReturnConfirmation, type PlayBreak } from '@/data/domains/care/commands';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { isLaos } from '@/data/device/variant';
import { useMoneyProblem } from '@/money/money-texts';
import { Button } from '@/ui/button';
import { formatDateTime } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';

interface ClosedPageProps {
  closed: PlayBreak;
  /** Lets the member choose a longer time. */
  onLonger: () => void;
}

/** Shows how long play is closed. Once the time is over it offers the two steps to open play again. */
export function ClosedPage({ closed, onLonger }: ClosedPageProps) {
  const { t } = useTranslation('care');
  const head = closed.over
    ? t('over.title')
    : closed.ends
      ? t(closed.kind === 'EXCLUSION' ? 'closed.atLeast' : 'closed.until', {
          time: formatDateTime(closed.ends),
        })
      : t('closed.forever');
  return (
    <SheetPage title={t('title')} footer={closed.over ? <ReturnSteps closed={closed} /> : undefined}>
      <div className="flex flex-col items-center px-2 pb-2 text-center">
        <span
          className="grid size-18 place-items-center rounded-full bg-info-soft text-info"
          aria-hidden="true"
        >
          <Coffee className="size-9" />
        </span>
        <p className="mt-4 text-h2 font-bold [text-wrap:balance]">{head}</p>
        <p className="mt-1 text-ink-2">{t(closed.over ? 'over.text' : `closed.${closed.kind}`)}</p>
        {!isLaos() && <p className="mt-3 text-small text-ink-2">{t('help')}</p>}
        {!closed.over && closed.ends && (
          <Button variant="quiet" className="mt-3" onClick={onLonger}>
            {t('longer')}
          </Button>
        )}
      </div>
    </SheetPage>
  );
}

/** ReturnSteps shows the two steps to open play again: the member requests it, and confirms a day later. */
function ReturnSteps({ closed }: { closed: PlayBreak }) {
  const { t } = useTranslation('care');
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const command = useOutcome('askBack', undefined, {
    done: (care) => toast.done(t(care.closed ? 'over.asked' : 'over.open')),
    failed: (error) => toast.error(problem(error)),
  });
  const at = closed.confirmableAt;
  if (at && !closed.confirmable)
    return <p className="text-center text-ink-2">{t('over.waits', { time: formatDateTime(at) })}</p>;
  return (
    <div className="grid gap-2">
      <Button
        block
        variant="second"
        disabled={offline}
        busy={isRunning(command)}
        busyLabel={t('asking')}
        onClick={() => void sendCommand(at ? buildReturnConfirmation() : buildReturnRequest())}
      >
        {t(at ? 'over.confirm' : 'over.ask')}
      </Button>
      {offline && <p className="text-center text-small text-ink-2">{t('offline')}</p>}
    </div>
  );
}

import { ArrowUpFromLine, Ban, Gamepad2, Gift, LockKeyhole, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { coolOff, excludeSelf } from '@/data/domains/care/orders';
import { isUnderWay } from '@/data/engine/commands/machine';
import { send } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useMoneyProblem } from '@/money/money-words';
import { Button } from '@/ui/button';
import { StitchedCard } from '@/ui/card';
import { useBackLayer } from '@/ui/layers';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useFocusHere } from '@/ui/use-focus-here';
import type { Break } from './breaks';

interface BreakConfirmProps {
  chosen: Break;
  onBack: () => void;
  onDone: () => void;
}

const closes = [
  { key: 'deposits', icon: Ban },
  { key: 'games', icon: Gamepad2 },
  { key: 'rewards', icon: Gift },
  { key: 'out', icon: ArrowUpFromLine },
  { key: 'final', icon: LockKeyhole },
] as const;

/** The plain second yes: what it closes, what stays, and that nobody undoes it. */
export function BreakConfirm({ chosen, onBack, onDone }: BreakConfirmProps) {
  const { t } = useTranslation('care');
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const start = useFocusHere<HTMLDivElement>();
  const command = useOutcome('coolOff', undefined, {
    done: () => {
      toast.done(t('closedNow'));
      onDone();
    },
    failed: (error) => toast.error(problem(error)),
  });
  const busy = isUnderWay(command);
  useBackLayer(!busy, onBack);
  const confirm = () =>
    void send(chosen.kind === 'coolOff' ? coolOff(chosen.hours) : excludeSelf(chosen.months));
  const time = t(`for.${chosen.name}`);
  return (
    <SheetPage
      title={t(`confirm.${chosen.kind}`, { time })}
      footer={
        <div className="grid gap-2">
          <Button block disabled={offline} busy={busy} busyLabel={t('closing')} onClick={confirm}>
            {t(`next.${chosen.kind}`, { time })}
          </Button>
          {offline && <p className="text-center text-small text-ink-2">{t('offline')}</p>}
          {!busy && (
            <Button variant="quiet" block onClick={onBack}>
              {t('back')}
            </Button>
          )}
        </div>
      }
    >
      <div ref={start} tabIndex={-1}>
        <StitchedCard>
          {closes.map(({ key, icon }) => (
            <Line key={key} icon={icon}>
              {t(`closes.${key}`)}
            </Line>
          ))}
        </StitchedCard>
      </div>
    </SheetPage>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <p className="flex gap-3 py-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

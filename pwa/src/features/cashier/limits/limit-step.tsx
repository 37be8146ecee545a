import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { buildLimit } from '@/data/domains/cash/commands';
import type { Limit, Period } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import type { Currency } from '@/data/device/variant';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { bahtOf, satangOf } from '@/data/kit/satang';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useMoneyProblem } from '@/money/money-texts';
import { usePresets } from '@/money/presets';
import { findEffectTime } from './limit-rules';

/** In satang. */
const presets: Record<Period, Record<Currency, number[]>> = {
  day: {
    BAHT: [50_000, 100_000, 300_000, 500_000],
    LAK: [20_000_000, 50_000_000, 100_000_000, 200_000_000],
  },
  week: {
    BAHT: [200_000, 500_000, 1_000_000, 2_000_000],
    LAK: [100_000_000, 200_000_000, 500_000_000, 1_000_000_000],
  },
  month: {
    BAHT: [500_000, 1_000_000, 2_000_000, 5_000_000],
    LAK: [200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000],
  },
};

interface LimitStepProps {
  period: Period;
  limit: Limit;
  onBack: () => void;
}

/** Sets, changes or removes the limit of one period. */
export function LimitStep({ period, limit, onBack }: LimitStepProps) {
  const { t } = useTranslation('cash');
  const formId = useId();
  const { offline } = useConnection();
  const current = limit.limit === null ? null : satangOf(limit.limit);
  const [amount, setAmount] = useState<number | undefined>(current ?? undefined);
  const busy = useIsSaving(period, onBack);
  const effect = amount === undefined ? 'none' : findEffectTime(amount, current);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (amount !== undefined && effect !== 'none' && !busy && !offline)
      void sendCommand(buildLimit(period, amount));
  };
  return (
    <SheetPage
      title={t(`limits.step.${period}`)}
      onBack={onBack}
      footer={
        <div className="grid gap-2">
          <Button
            type="submit"
            form={formId}
            block
            disabled={(offline || effect === 'none') && !busy}
            busy={busy}
            busyLabel={t('limits.saving')}
          >
            {amount === undefined ? t('enter') : t('limits.save', { amount: formatMoney(bahtOf(amount)) })}
          </Button>
          {offline && !busy && <p className="text-center text-small text-ink-2">{t('limits.offline')}</p>}
          {current !== null && !busy && <RemoveButton period={period} />}
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <AmountInput
          label={t('amount')}
          unit={t('unit')}
          value={amount}
          onChange={setAmount}
          presets={usePresets(presets[period])}
          hint={effect === 'none' ? t('limits.text') : t(`limits.${effect}`)}
        />
      </form>
    </SheetPage>
  );
}

/** Returns whether a change is under way. A toast shows its outcome; after a success `onBack` is called. */
function useIsSaving(period: Period, onBack: () => void): boolean {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const command = useOutcome('setLimit', period, {
    done: (limits) => {
      toast.done(t(limits[period].pending ? 'limits.waits' : 'limits.saved'));
      onBack();
    },
    failed: (error) => toast.error(problem(error)),
  });
  return isRunning(command);
}

function RemoveButton({ period }: Pick<LimitStepProps, 'period'>) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  return (
    <Button
      variant="danger"
      block
      disabled={offline}
      onClick={() => void sendCommand(buildLimit(period, null))}
    >
      {t('limits.remove')}
    </Button>
  );
}

import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buildLimitConfirmation, buildLimit } from '@/data/domains/cash/commands';
import type { Limit, PendingLimit, Period } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { satangOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { toast } from '@/ui/toast';
import { useMoneyProblem } from '@/money/money-texts';

interface LimitRowProps {
  period: Period;
  limit: Limit;
  onChange: () => void;
}

/** Shows one limit, how much of it is used, and a higher limit that does not apply yet. */
export function LimitRow({ period, limit, onChange }: LimitRowProps) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const command = useOutcome('setLimit', period, {
    done: (limits, { method }) => {
      if (method === 'PUT') toast.done(t('limits.kept'));
      else toast.done(t(limits[period].limit === null ? 'limits.removed' : 'limits.saved'));
    },
    failed: (error) => toast.error(problem(error)),
  });
  const used = formatMoney(limit.used);
  const isSet = limit.limit !== null;
  return (
    <div className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_9em]">
          <p className="text-small text-ink-2">{t(`limits.${period}`)}</p>
          <p className="text-h3 font-semibold">
            {limit.limit === null ? t('limits.none') : t('baht', { amount: formatMoney(limit.limit) })}
          </p>
        </div>
        <Button
          variant="tonal"
          aria-label={`${t(isSet ? 'limits.change' : 'limits.set')} ${t(`limits.step.${period}`)}`}
          onClick={onChange}
        >
          {t(isSet ? 'limits.change' : 'limits.set')}
        </Button>
      </div>
      {limit.limit !== null && <Meter used={limit.used} limit={limit.limit} />}
      <p className="mt-1.5 text-small text-ink-2">
        {limit.limit === null
          ? t('limits.used', { used })
          : t('limits.usedOf', { used, limit: formatMoney(limit.limit) })}
      </p>
      {limit.pending && (
        <PendingChange
          period={period}
          current={limit.limit}
          pending={limit.pending}
          busy={isRunning(command)}
        />
      )}
    </div>
  );
}

/** Draws only the bar: the text below states the figures. */
function Meter({ used, limit }: { used: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <svg
      className="mt-3 block h-2 w-full overflow-hidden rounded-full"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="8" className="fill-sunken" />
      <rect width={share * 100} height="8" className={cx(share < 1 ? 'fill-brand' : 'fill-pending')} />
    </svg>
  );
}

interface PendingChangeProps {
  period: Period;
  current: number | null;
  pending: PendingLimit;
  busy: boolean;
}

function PendingChange({ period, current, pending, busy }: PendingChangeProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const limit = pending.limit === null ? '' : formatMoney(pending.limit);
  const isNone = pending.limit === null;
  const text = pending.confirmable
    ? t(isNone ? 'limits.readyNone' : 'limits.ready', { limit })
    : t(isNone ? 'limits.pendingNone' : 'limits.pending', {
        limit,
        time: formatDateTime(pending.effectiveAt).slice(0, 16),
      });
  return (
    <div className="mt-3 rounded-field bg-pending-soft px-4 py-3 text-small">
      <p className="flex gap-3">
        <Clock className="mt-0.5 size-5 shrink-0 text-pending" aria-hidden="true" />
        {text}
      </p>
      <div className="mt-2 grid gap-1">
        {pending.confirmable && (
          <Button
            block
            disabled={offline && !busy}
            busy={busy}
            busyLabel={t('limits.saving')}
            onClick={() => void sendCommand(buildLimitConfirmation(period))}
          >
            {t(isNone ? 'limits.confirmNone' : 'limits.confirm')}
          </Button>
        )}
        {!(busy && pending.confirmable) && (
          <Button
            variant="quiet"
            block
            disabled={offline && !busy}
            busy={busy}
            busyLabel={t('limits.saving')}
            onClick={() => void sendCommand(buildLimit(period, current === null ? null : satangOf(current)))}
          >
            {t('limits.keep')}
          </Button>
        )}
      </div>
    </div>
  );
}

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError, isOutcomeUnknown } from '@/data/api/errors';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand, sendCommand, type Command } from '@/data/engine/commands/send';
import { nameOf, type CommandResponse } from '@/data/engine/commands/commands';
import { useCommand } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { buildCouponClaim, type CouponGroup } from '@/data/domains/rewards/spin';
import { useCoupons } from '@/data/domains/rewards/use-rewards';
import '@/i18n/cash-texts';
import '@/i18n/spin-texts';
import { codeText } from '@/i18n/error-text';
import { useLocale } from '@/i18n/locales';
import { CheckingBanner } from '@/money/checking-banner';
import { useMoneyProblem } from '@/money/money-texts';
import { PasswordStep } from '@/money/password-step';
import { closeSheet } from '@/nav/sheets';
import { Alert } from '@/ui/alert';
import { Amount } from '@/ui/amount';
import { Button } from '@/ui/button';
import { ConfirmFacts } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { ResultStep } from '@/ui/result-step';
import { SheetPage, useSeenOnClose } from '@/ui/sheet';

/** Taps within this time count as one. */
const ONE_TAP_MS = 500;

/** Claims one coupon of a prize into the wallet. The sheet itself is the confirmation. */
export default function CouponSheet({ prize }: { prize: string }) {
  const { t } = useTranslation('spin');
  const name = nameOf('claimCoupon', prize);
  const command = useCommand('claimCoupon', prize);
  const group = useCoupons()?.find((each) => each.prize.code === prize);
  // The coupon is stored here, because the list omits a coupon that is being claimed.
  const [shown, setShown] = useState(group);
  if (group && !shown) setShown(group);
  useSeenOnClose(command.at !== 'idle' && !isRunning(command), () => dismissCommand(name));
  if (command.at === 'password') return <PasswordStep name={name} />;
  if (command.at === 'done') return <Claimed amount={command.response.statement.amount} />;
  if (!shown) {
    return (
      <SheetPage title={t('claim.title')}>
        <EmptyState title={codeText('NO_CLAIMABLE_COUPON')}>{t('claim.missing')}</EmptyState>
      </SheetPage>
    );
  }
  return <Question group={group ?? shown} command={command} />;
}

interface QuestionProps {
  group: CouponGroup;
  command: Command<CommandResponse<'claimCoupon'>>;
}

function Question({ group, command }: QuestionProps) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const problem = useMoneyProblem();
  const { offline } = useConnection();
  const busy = isRunning(command);
  const tappedAt = useRef(-Infinity);
  const claim = () => {
    if (performance.now() - tappedAt.current < ONE_TAP_MS) return;
    tappedAt.current = performance.now();
    void sendCommand(buildCouponClaim(group.prize.code));
  };
  const failed = command.at === 'failed' ? command : undefined;
  const problemTextOf = (error: unknown) =>
    isApiError(error) && error.code === 'BONUS_REMAINING' ? t('claim.BONUS_REMAINING') : problem(error);
  return (
    <SheetPage
      title={t('claim.title')}
      footer={
        <div className="grid gap-2">
          <Button block disabled={offline && !busy} busy={busy} busyLabel={t('claim.busy')} onClick={claim}>
            {t('claim.submit', { amount: formatMoney(group.amount) })}
          </Button>
          {offline && !busy && <p className="text-center text-small text-ink-2">{t('claim.offline')}</p>}
          {!busy && (
            <Button variant="quiet" block onClick={closeSheet}>
              {t('prize.later')}
            </Button>
          )}
        </div>
      }
    >
      <div className="space-y-4">
        <p className="text-center text-amount font-bold">
          <Amount value={group.amount} unit={t('unit')} unitClass="text-ink-2" />
        </p>
        <ConfirmFacts
          facts={[
            { label: t('claim.prize'), value: group.prize.names[locale] },
            ...(group.prize.turnover > 0
              ? [{ label: t('claim.play'), value: t('claim.times', { times: group.prize.turnover }) }]
              : []),
            { label: t('claim.left'), value: t('claim.count', { count: group.count }) },
            { label: t('claim.until'), value: formatDateTime(group.expiresAt).slice(0, 16) },
          ]}
        />
        <CheckingBanner at={command.at} />
      </div>
      <Alert
        open={failed !== undefined}
        title={t(isOutcomeUnknown(failed?.error) ? 'claim.unknown' : 'claim.failed')}
        action={t('ok')}
        onClose={() => failed && dismissCommand(failed.request.name)}
      >
        {failed ? problemTextOf(failed.error) : ''}
      </Alert>
    </SheetPage>
  );
}

function Claimed({ amount }: { amount: number }) {
  const { t } = useTranslation('spin');
  return (
    <ResultStep
      outcome="done"
      title={t('claim.done')}
      footer={
        <Button block onClick={closeSheet}>
          {t('claim.finish')}
        </Button>
      }
    >
      {t('claim.doneText', { amount: formatMoney(amount) })}
    </ResultStep>
  );
}

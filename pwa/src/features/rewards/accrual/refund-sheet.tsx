import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefundCheck } from '@/data/api/types';
import { isRunning } from '@/data/engine/commands/machine';
import { usePasswordRequired } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useList } from '@/data/engine/pages/pages';
import { useHome } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/accrual-texts';
import '@/i18n/cash-texts';
import { PasswordStep } from '@/money/password-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { BannerIntro } from './banner-intro';
import { DueCard } from './due-card';
import { AccrualLog, AccrualLogRow } from './accrual-log';
import { CollectStep, useCollecting, type CommandStage } from './collect-step';

interface Claim {
  command: 'receiveRefund' | 'addRefund';
  amount: number;
}

/**
 * Shows the refund of the member's own losses. The member first claims it, and then adds it to the wallet.
 */
export default function RefundSheet() {
  const { t } = useTranslation('accrual');
  const { data: fetched, loading } = useResource('refund');
  const { data: home } = useHome();
  // A sync returns the amounts. The request also returns the operators' texts in the current language.
  const data = home?.refund ? { ...home.refund, info: fetched?.info ?? home.refund.info } : fetched;
  const [claim, setClaim] = useState<Claim>();
  const closeStep = () => setClaim(undefined);
  const commands = {
    receiveRefund: useCollecting('receiveRefund', closeStep),
    addRefund: useCollecting('addRefund', closeStep),
  };
  const shown = claim ?? findRunning(commands, data);
  const commandToConfirm = usePasswordRequired(['receiveRefund', 'addRefund']);
  const busy = commandToConfirm !== undefined || findRunning(commands, data) !== undefined;
  return (
    <BannerIntro of="refundBanners" title={t('refund.title')} skip={busy}>
      {commandToConfirm ? (
        <PasswordStep name={commandToConfirm} />
      ) : shown ? (
        <CollectStep {...shown} stage={commands[shown.command]} onBack={closeStep} />
      ) : (
        <SheetPage title={t('refund.title')}>
          {data ? (
            <Refunds check={data} onClaim={setClaim} />
          ) : loading ? (
            <SkeletonRows />
          ) : (
            <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>
          )}
        </SheetPage>
      )}
    </BannerIntro>
  );
}

/** Returns the command that an earlier page left under way, if any. */
function findRunning(
  commands: Record<Claim['command'], CommandStage>,
  data: RefundCheck | undefined,
): Claim | undefined {
  if (isRunning(commands.receiveRefund)) return { command: 'receiveRefund', amount: data?.refundAmount ?? 0 };
  if (isRunning(commands.addRefund)) return { command: 'addRefund', amount: data?.balance ?? 0 };
  return undefined;
}

function Refunds({ check, onClaim }: { check: RefundCheck; onClaim: (claim: Claim) => void }) {
  const { t } = useTranslation('accrual');
  const { offline } = useConnection();
  const { refundAmount, refundSuccess, refundFail, soFar, balance, bonus, result, info } = check;
  // Absent in data that an earlier version stored.
  const { dayMost = 0 } = check as Partial<RefundCheck>;
  const blockedReason = !result ? t('refund.nothing') : bonus ? t('refund.blocked') : undefined;
  const offlineReason = offline ? t('offline') : undefined;
  return (
    <div className="space-y-5">
      <DueCard
        label={t('refund.due')}
        amount={refundAmount}
        action={
          refundAmount > 0
            ? t('refund.receive', { amount: formatMoney(refundAmount) })
            : t('refund.confirmReceive')
        }
        blocked={blockedReason ?? offlineReason}
        onCollect={() => onClaim({ command: 'receiveRefund', amount: refundAmount })}
      >
        {refundFail > 0 && <p>{t('refund.fail', { percent: refundFail })}</p>}
        {refundSuccess > 0 && <p>{t('refund.success', { percent: refundSuccess })}</p>}
        {dayMost > 0 && <p>{t('dayMost', { amount: formatMoney(dayMost) })}</p>}
        {soFar > 0 && <p>{t('refund.soFar', { amount: formatMoney(soFar) })}</p>}
      </DueCard>
      {balance > 0 && (
        <DueCard
          label={t('refund.waiting')}
          amount={balance}
          action={t('refund.add', { amount: formatMoney(balance) })}
          blocked={offlineReason}
          second={blockedReason === undefined}
          onCollect={() => onClaim({ command: 'addRefund', amount: balance })}
        />
      )}
      {info && <Html html={info} className="px-1 text-small text-ink-2" />}
      <AccrualLog
        title={t('refund.log')}
        empty={t('refund.empty')}
        emptyText={t('refund.emptyText')}
        usePage={useRefunds}
      >
        {({ refundAmount: amount, createdAt }) => (
          <AccrualLogRow
            name={t('refund.row')}
            time={formatDateTime(createdAt)}
            amount={`+${formatMoney(amount)}`}
          />
        )}
      </AccrualLog>
    </div>
  );
}

function useRefunds(page: number) {
  return useList('refunds', page);
}

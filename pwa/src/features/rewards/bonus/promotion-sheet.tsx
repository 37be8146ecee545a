import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundPromotion } from '@/data/api/types';
import { isRunning } from '@/data/engine/commands/machine';
import { useCommand } from '@/data/engine/commands/use-command';
import { buildPromotionActivation, usePromotion } from '@/data/domains/rewards/bonus';
import '@/i18n/bonus-texts';
import '@/i18n/cash-texts';
import { errorText } from '@/i18n/error-text';
import { PasswordStep } from '@/money/password-step';
import { Card } from '@/ui/card';
import { ConfirmFacts } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { FailExample, useBonusOutcome } from './bonus-sheet';
import { ConfirmBonusStep, BonusFooter } from './confirm-bonus-step';
import { BonusFailure } from './bonus-failure';

/** Shows a promotion found by its code: loading, unknown, or available. */
export default function PromotionSheet({ code }: { code: string }) {
  const { t } = useTranslation('bonus');
  const search = usePromotion(code);
  const command = useCommand('activatePromotion');
  useBonusOutcome();
  if (command.at === 'password') return <PasswordStep name="takeBonus" />;
  if (search.at === 'found') {
    return (
      <>
        <FoundPromotionSheet promotion={search.promotion} />
        <BonusFailure command={command} name="takeBonus" />
      </>
    );
  }
  return (
    <SheetPage title={t('promotion.title')}>
      {search.at === 'searching' && (
        <div role="status">
          <p className="mb-3 px-1 text-ink-2">{t('promotion.searching', { code })}</p>
          <SkeletonRows rows={2} />
        </div>
      )}
      {search.at === 'missing' && (
        <EmptyState title={t('promotion.none')}>{t('promotion.noneText', { code })}</EmptyState>
      )}
      {search.at === 'failed' && (
        <EmptyState title={t('promotion.failed')}>{errorText(search.error)}</EmptyState>
      )}
    </SheetPage>
  );
}

/** By the server's rule, a promotion ends at a balance of at most this share of its amount. */
const FAILS_AT_MOST = 0.2;

function FoundPromotionSheet({ promotion }: { promotion: FoundPromotion }) {
  const { t } = useTranslation('bonus');
  const command = useCommand('activatePromotion');
  const [confirming, setConfirming] = useState(false);
  const { code, name, description, percentFail, amount, turnover, needed } = promotion;
  if (isRunning(command) || confirming) {
    return (
      <ConfirmBonusStep
        command={command}
        buildRequest={() => buildPromotionActivation(code)}
        amount={amount}
        needed={needed}
        onBack={() => setConfirming(false)}
      />
    );
  }
  return (
    <SheetPage title={name} footer={<BonusFooter amount={amount} onNext={() => setConfirming(true)} />}>
      <div className="space-y-4">
        <Card className="px-4 py-3">
          <Html html={description} />
        </Card>
        <ConfirmFacts
          facts={[
            { label: t('code'), value: code },
            { label: t('sheet.facts.brings'), value: t('baht', { amount: formatMoney(amount) }) },
            { label: t('sheet.facts.turnover'), value: t('sheet.facts.promotionTimes', { times: turnover }) },
          ]}
        />
        <div className="px-1">
          <p className="text-small text-ink-2">{t('promotion.fail', { percent: percentFail })}</p>
          <FailExample percent={percentFail} most={amount * FAILS_AT_MOST} />
        </div>
      </div>
    </SheetPage>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BonusCard } from '@/data/api/types';
import type { Currency } from '@/data/device/variant';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand } from '@/data/engine/commands/send';
import { useCommand, useOutcome } from '@/data/engine/commands/use-command';
import { useCurrency } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import { buildBonusActivation } from '@/data/domains/rewards/bonus';
import '@/i18n/bonus-texts';
import '@/i18n/cash-texts';
import { PasswordStep } from '@/money/password-step';
import { closeSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { ConfirmFacts } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { Html } from '@/ui/html';
import { SectionTitle } from '@/ui/heading';
import { SheetPage, useSeenOnClose } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { formatShort, useBonusNote, useOfferText } from './bonus-card';
import { Pictures } from './pictures';
import { ConfirmBonusStep, BonusFooter } from './confirm-bonus-step';
import { BonusFailure } from './bonus-failure';

/** Shows a bonus with its terms, and the button to take it. */
export default function BonusSheet({ code }: { code: string }) {
  const { t } = useTranslation('bonus');
  const { data, loading } = useResource('bonuses');
  const command = useCommand('activateBonus');
  useBonusOutcome();
  const card = data?.find((each) => each.code === code);
  if (command.at === 'password') return <PasswordStep name="takeBonus" />;
  if (!card) {
    return (
      <SheetPage title={t('title')}>
        {loading ? (
          <SkeletonRows rows={2} />
        ) : (
          <EmptyState title={t(data ? 'sheet.gone' : 'missing')}>
            {t(data ? 'sheet.goneText' : 'missingText')}
          </EmptyState>
        )}
      </SheetPage>
    );
  }
  return (
    <>
      <Terms card={card} />
      <BonusFailure command={command} name="takeBonus" />
    </>
  );
}

function Terms({ card }: { card: BonusCard }) {
  const { t } = useTranslation('bonus');
  const command = useCommand('activateBonus');
  const offer = useOfferText(card);
  const note = useBonusNote(card);
  const [confirming, setConfirming] = useState(false);
  const { minimum, turnover, type, maxReceived: max, state } = card;
  if (isRunning(command) || (confirming && state === 'open')) {
    return (
      <ConfirmBonusStep
        command={command}
        buildRequest={() => buildBonusActivation(card.code)}
        amount={card.brings}
        needed={card.needed}
        onBack={() => setConfirming(false)}
      />
    );
  }
  return (
    <SheetPage
      title={card.name}
      footer={
        state === 'current' ? (
          <div className="grid gap-2">
            <p className="text-center text-small text-ink-2">{note}</p>
            <Button block onClick={closeSheet}>
              {t('ok')}
            </Button>
          </div>
        ) : (
          <BonusFooter
            amount={card.brings}
            blocked={state === 'open' ? undefined : note}
            hint={t('sheet.before')}
            onNext={() => setConfirming(true)}
          />
        )
      }
    >
      <div className="space-y-4">
        <Pictures banners={card.banners} />
        <ConfirmFacts
          facts={[
            { label: t('sheet.facts.brings'), value: offer },
            { label: t('sheet.facts.minimum'), value: t('baht', { amount: formatShort(minimum) }) },
            { label: t('sheet.facts.turnover'), value: t('sheet.facts.times', { times: turnover }) },
            { label: t('sheet.facts.limit'), value: t(`sheet.limit.${type}`, { max, count: max }) },
          ]}
        />
        <Notice percentFail={card.percentFail} />
      </div>
    </SheetPage>
  );
}

/** Shows the operators' notice, with this bonus's percentage filled in. */
export function Notice({ percentFail }: { percentFail: number }) {
  const { t } = useTranslation('bonus');
  const { data } = useResource('notice');
  if (!data?.notice) return null;
  return (
    <section>
      <SectionTitle>{t('sheet.notice')}</SectionTitle>
      <Card className="px-4 py-3">
        <Html html={data.notice.replaceAll('{percentFail}', String(percentFail))} />
        <FailExample percent={percentFail} />
      </Card>
    </section>
  );
}

/** The wallet balance in the example, in whole units of the currency. */
const examples: Record<Currency, number> = { BAHT: 1_000, LAK: 500_000 };

/**
 * Shows an example in figures of the percentage at which a bonus ends. If the setting that ends every bonus
 * is higher, it applies. `most` is the known maximum of the amount, in whole units of the currency.
 */
export function FailExample({ percent, most = Infinity }: { percent: number; most?: number }) {
  const { t } = useTranslation('bonus');
  const { data } = useResource('withdraw');
  const total = examples[useCurrency()];
  const amount = Math.min(Math.max((total * percent) / 100, data?.bonusEnd ?? 0), most);
  if (percent <= 0) return null;
  return (
    <p className="mt-1 text-small text-ink-2">
      {t('sheet.example', { total: formatMoney(total), amount: formatMoney(amount) })}
    </p>
  );
}

/** Shows that the bonus was taken, and closes the sheet. Dismisses a failure that an earlier page left. */
export function useBonusOutcome(): void {
  const { t } = useTranslation('bonus');
  useOutcome('activateBonus', undefined, {
    done: ({ amount }) => {
      toast.done(t('sheet.taken', { amount: formatMoney(amount) }));
      closeSheet();
    },
  });
  const { at } = useCommand('activateBonus');
  useSeenOnClose(at === 'failed', () => dismissCommand('takeBonus'));
}

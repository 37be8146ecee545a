import { useTranslation } from 'react-i18next';
import type { DepositBank } from '@/data/api/types';
import { lapnetCode } from '@/data/domains/cash/lapnet';
import { bahtOf } from '@/data/kit/satang';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { AmountInput } from '@/ui/amount-input';
import { Card } from '@/ui/card';
import { formatMoney } from '@/ui/format/money';
import { QrPicture } from '@/ui/qr-picture';
import type { ChangeDraft, DepositDraft } from '../deposit-draft';
import { BankApps } from './bank-apps';

/** Preset amounts in hundredths of a kip. */
const presets = [5_000_000, 10_000_000, 50_000_000, 100_000_000];

interface LapnetPanelProps {
  account: DepositBank;
  draft: DepositDraft;
  change: ChangeDraft;
}

/**
 * Shows the site's account as a code that any Lao bank's app can pay. The code contains the amount if the
 * member typed one.
 */
export function LapnetPanel({ account, draft: { qrAmount: amount }, change }: LapnetPanelProps) {
  const { t } = useTranslation('cash');
  const bank = bankName(account.bank, useLocale());
  const code = lapnetCode(account.lapnet ?? '', amount);
  return (
    <>
      <AmountInput
        label={t('amount')}
        unit={t('unit')}
        value={amount}
        onChange={(qrAmount) => change({ qrAmount })}
        presets={presets}
        hint={t('lapnet.hint')}
      />
      <Card className="grid justify-items-center p-4 text-center">
        <QrPicture
          text={code}
          label={amount ? t('lapnet.altAmount', { amount: formatMoney(bahtOf(amount)) }) : t('lapnet.alt')}
        />
        <p className="font-semibold">
          <bdi>{account.bankAccountName}</bdi>
        </p>
        <p className="text-small text-ink-2">{bank}</p>
        <p className="pt-2 text-small text-ink-2">{t('lapnet.scan')}</p>
      </Card>
      <BankApps currency="LAK" code={code} />
    </>
  );
}

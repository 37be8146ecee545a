import { useTranslation } from 'react-i18next';
import type { DepositBank } from '@/data/api/types';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/use-locale';
import { BankTile } from '@/ui/bank-tile';
import { Card } from '@/ui/card';

/** Accounts that are paid by QR only, while their gateway is not open. */
export function ClosedEntries({ entries }: { entries: readonly DepositBank[] }) {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  return entries.map((entry) => (
    <Card key={entry.bankCode + entry.bankAccountNo} className="flex flex-wrap items-center gap-3 p-4">
      <BankTile code={entry.bankCode} />
      <div className="min-w-0 flex-[1_1_7.5em]">
        <p className="font-semibold">{bankName(entry.bank, locale)}</p>
        <p className="text-small text-ink-2">
          <bdi>{entry.bankAccountName}</bdi>
        </p>
        <p className="text-small text-ink-2">{t('qr.closed')}</p>
      </div>
    </Card>
  ));
}

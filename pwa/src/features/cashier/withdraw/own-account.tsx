import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '@/data/api/types';
import { bankName, shortBankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { BankTile } from '@/ui/bank-tile';
import { Card } from '@/ui/card';
import { groupAccount } from '@/ui/format/digits';
import { SectionTitle } from '@/ui/heading';

/** Shows the member's own account. Withdrawals go only to this account, and it cannot be changed here. */
export function OwnAccount({ account }: { account: BankAccount }) {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  return (
    <section>
      <SectionTitle>{t('withdraw.to')}</SectionTitle>
      <Card className="flex items-center gap-3 p-4">
        <BankTile code={account.bankCode} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{bankName(account.bank, locale)}</p>
          <p data-destination="" className="text-small text-ink-2">
            {groupAccount(account.bankAccountNo)} · <bdi>{account.bankAccountName}</bdi>
          </p>
        </div>
        <Lock className="size-5 shrink-0 text-ink-2" role="img" aria-label={t('withdraw.locked')} />
      </Card>
    </section>
  );
}

/** Returns the short name of the account: the bank and the last four digits. */
export function useAccountName(account: BankAccount | undefined): string {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  if (!account) return '';
  return t('ending', { bank: shortBankName(account.bank, locale), tail: account.bankAccountNo.slice(-4) });
}

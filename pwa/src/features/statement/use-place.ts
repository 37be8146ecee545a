import { useTranslation } from 'react-i18next';
import { useBankAccount } from '@/data/resources/useHome';
import { shortBankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/use-locale';
import { placeOf } from './place';

/** Says where money came from or went to; the member's own bank by its name, others by their code. */
export function usePlace(): (name: string) => string {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const own = useBankAccount();
  return (name) => {
    const place = placeOf(name);
    switch (place.kind) {
      case 'wallet':
        return t('wallet');
      case 'qr':
        return t('qr', { gateway: place.gateway });
      case 'account':
        // Until the member's own bank is read from the phone no code stands where its name will.
        return `${own ? `${place.bank === own.bankCode ? shortBankName(own.bank, locale) : place.bank} ` : ''}••${place.tail}`;
      case 'other':
        return place.name === own?.bankCode ? shortBankName(own.bank, locale) : place.name;
    }
  };
}

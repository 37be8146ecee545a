import { useTranslation } from 'react-i18next';
import type { Place, StatementLine } from '@/data/api/types';
import { channelOf } from '@/data/domains/cash/types';
import { useBankAccount, useSlots } from '@/data/domains/wallet/use-home';
import '@/i18n/statement-texts';
import { shortBankName } from '@/i18n/bank-name';
import { keepTogether } from '@/i18n/keep-together';
import { useLocale } from '@/i18n/locales';
import { findDescription } from './appearance';

const rewards = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
type Reward = (typeof rewards)[number];

/**
 * Returns a function that names the source or target of money. The member's own bank has its name, others
 * have their code. `text` is the server's text. It is used for names that need no translation, and for kinds
 * that this version does not know.
 */
export function usePlace(): (place: Place | undefined, text: string) => string {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const own = useBankAccount();
  const slots = useSlots();
  return (place, text) => {
    switch (place?.kind) {
      case 'wallet':
        return t('wallet');
      case 'adjustment':
        return t('adjustment');
      case 'advance':
        return t('advance');
      case 'reward':
        return rewards.includes(place.code as Reward) ? t(`reward.${place.code as Reward}`) : text;
      case 'qr':
        return channelOf(place.code) ? t('qrChannel', { n: channelOf(place.code) }) : t('qr');
      case 'game':
        // No code is shown before the names are loaded, as with the member's bank.
        if (!slots) return '';
        return slots.find(({ code }) => code === place.code)?.name ?? place.code ?? text;
      case 'bank': {
        const bank = own && place.code === own.bankCode ? shortBankName(own.bank, locale) : place.code;
        if (!place.tail) return bank ?? text;
        // Until the member's bank is loaded, show no code in place of its name. Name and last digits stay on
        // one line.
        return `${own ? `${keepTogether(bank ?? '')}\u00a0` : ''}••${place.tail}`;
      }
      default:
        return text;
    }
  };
}

/** Returns what the line is about, or undefined if only its source and target describe it. */
export function useSubjectText(line: StatementLine): string | undefined {
  const { t } = useTranslation('statement');
  const description = findDescription(line);
  if (line.invite && description) return t('about.invite', { what: description });
  if (line.refund && description) return t('about.refund', { what: description });
  return description;
}

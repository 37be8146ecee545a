import { useTranslation } from 'react-i18next';
import { WALLET } from '@/data/domains/games/commands';
import { useSlots } from '@/data/domains/wallet/use-home';

/** Returns a function that gives the name of the wallet or of a game by its code. */
export function usePlaceName(): (code: string | undefined) => string {
  const { t } = useTranslation('games');
  const slots = useSlots();
  return (code = '') => {
    if (code === WALLET) return t('wallet');
    // Until the games are loaded, return no text: a code must not be shown in place of a name.
    return slots ? (slots.find((slot) => slot.code === code)?.name ?? code) : '';
  };
}

import { useLayoutEffect } from 'react';
import { useCurrency } from '@/data/domains/wallet/use-home';
import { countIn } from '@/i18n/unit';
import { typeAmountsOf } from '@/ui/format/typed-amount';

/** Where each currency is paid with, and the most digits of a whole amount. More are a typing mistake. */
const AMOUNTS = {
  BAHT: { country: 'th', digits: 7 },
  LAK: { country: 'lo', digits: 10 },
} as const;

/** Has every screen speak of the member's own money. */
export function useOwnUnit(): void {
  const currency = useCurrency();
  useLayoutEffect(() => {
    countIn(currency);
    typeAmountsOf(AMOUNTS[currency].country, AMOUNTS[currency].digits);
  }, [currency]);
}

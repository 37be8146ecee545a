import { useLayoutEffect } from 'react';
import { useCurrency } from '@/data/resources/useHome';
import { countIn } from '@/i18n/unit';
import { typeUpTo } from '@/ui/format/typed-amount';

/** The most digits of a whole amount. More are a typing mistake. */
const DIGITS = { BAHT: 7, LAK: 10 };

/** Has every screen speak of the member's own money. */
export function useOwnUnit(): void {
  const currency = useCurrency();
  useLayoutEffect(() => {
    countIn(currency);
    typeUpTo(DIGITS[currency]);
  }, [currency]);
}

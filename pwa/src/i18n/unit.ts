import i18next from 'i18next';
import { defaultCurrency, type Currency } from '@/data/device/variant';

/** Told by i18next to every screen, as a change of the language is. */
export const UNIT_CHANGED = 'unitChanged';

let counted: Currency | undefined;

/** What every text may name: `{{unit}}` is the member's own, in the language that is shown. */
export const always = {
  get unit(): string {
    return unitOf(counted ?? defaultCurrency());
  },
};

/** From now on amounts are said to be of this currency. */
export function countIn(currency: Currency): void {
  if (currency === counted) return;
  counted = currency;
  i18next.emit(UNIT_CHANGED);
}

/** Past `t`, which asks for `always` itself. */
function unitOf(currency: Currency): string {
  const [unit] = [i18next.language, 'th']
    .map((locale) => i18next.getResource(locale, 'ui', `unit.${currency}`) as unknown)
    .filter((word) => typeof word === 'string');
  return unit ?? '';
}

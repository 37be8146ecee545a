import i18next from 'i18next';
import { defaultCurrency, type Currency } from '@/data/device/variant';

/** The i18next event that renders every screen again, like a change of the language. */
export const UNIT_CHANGED = 'unitChanged';

let counted: Currency | undefined;

/** Variables of every text: `{{unit}}` is the member's currency unit in the current language. */
export const always = {
  get unit(): string {
    return unitOf(counted ?? defaultCurrency());
  },
};

/** Sets the currency of all amounts shown. */
export function countIn(currency: Currency): void {
  if (currency === counted) return;
  counted = currency;
  i18next.emit(UNIT_CHANGED);
}

/** Reads the text without `t`, because `t` itself reads `always`. */
function unitOf(currency: Currency): string {
  const [unit] = [i18next.language, 'th']
    .map((locale) => i18next.getResource(locale, 'ui', `unit.${currency}`) as unknown)
    .filter((word) => typeof word === 'string');
  return unit ?? '';
}

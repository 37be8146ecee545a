import { bahtOf } from '@/data/kit/satang';
import { formatMoney } from '@/ui/format/money';
import { t } from '../i18n';

/** Returns the amount with its unit, always on one line: "1,000.00 บาท". */
export function amountText(satang: number, currency: string): string {
  return `${figures(satang)}\u00a0${unitOf(currency)}`;
}

/** Returns the amount. The unit is added only if it is not baht. */
export function briefAmount(satang: number, currency: string): string {
  return currency === 'BAHT' ? figures(satang) : amountText(satang, currency);
}

function figures(satang: number): string {
  return formatMoney(bahtOf(satang));
}

export function unitOf(currency: string): string {
  return t(currency === 'LAK' ? 'cash.unit.LAK' : 'cash.unit.BAHT');
}

import { bahtOf } from '@/data/kit/satang';
import { formatMoney } from '@/ui/format/money';
import { say } from '../i18n';

/** "1,000.00 บาท": the amount with its unit, always on one line. */
export function amountText(satang: number, currency: string): string {
  return `${figures(satang)}\u00a0${unitOf(currency)}`;
}

/** The amount, with its unit only if that is not baht. */
export function briefAmount(satang: number, currency: string): string {
  return currency === 'BAHT' ? figures(satang) : amountText(satang, currency);
}

function figures(satang: number): string {
  return formatMoney(bahtOf(satang));
}

export function unitOf(currency: string): string {
  return say(currency === 'LAK' ? 'cash.unit.LAK' : 'cash.unit.BAHT');
}

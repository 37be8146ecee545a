import { bahtOf } from '@/data/satang';
import { formatMoney } from '@/ui/format/money';
import { say } from '../i18n';

/** "1,000.00 บาท": figures, then the unit. */
export function amountText(satang: number, currency: string): string {
  return `${figures(satang)} ${unitOf(currency)}`;
}

export function figures(satang: number): string {
  return formatMoney(bahtOf(satang));
}

export function unitOf(currency: string): string {
  return say(currency === 'LAK' ? 'cash.unit.LAK' : 'cash.unit.BAHT');
}

import type { Currency } from '@/data/device/variant';
import { useCurrency } from '@/data/domains/wallet/use-home';

/** Returns the preset amounts in the member's currency, in satang. */
export function usePresets(presets: Record<Currency, readonly number[]>): readonly number[] {
  return presets[useCurrency()];
}

import { useEffect } from 'react';
import type { CashAnswer } from '@/data/domains/cash/types';
import { dismiss, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { WALLET, type Asked } from '@/data/domains/games/orders';
import { refreshHome } from '@/data/engine/home/home';
import { satangOf } from '@/data/kit/satang';
import { useSeen } from '@/ui/sheet';

export const NAME = nameOf('transfer');

/** The transfer that the command under way asks for. An earlier page may have sent the command. */
export function askedOf(money: Command<CashAnswer>): Asked | undefined {
  if (money.at === 'idle') return undefined;
  const {
    from = WALLET,
    to = '',
    amount,
  } = money.order.body as {
    from?: string;
    to?: string;
    amount?: number;
  };
  return { from, to, satang: amount === undefined ? undefined : satangOf(amount) };
}

/**
 * Dismisses an outcome that was shown, so that it is shown only once. After a success the home data are
 * refreshed on leaving.
 */
export function useForgetTransfer(at: Command['at']): void {
  useSeen(at === 'done' || at === 'failed', () => dismiss(NAME));
  useEffect(() => {
    if (at !== 'done') return;
    return () => void refreshHome();
  }, [at]);
}

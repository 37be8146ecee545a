import { useEffect } from 'react';
import type { CashAnswer } from '@/data/domains/cash/types';
import { dismiss, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { WALLET, type Asked } from '@/data/domains/games/commands';
import { refreshHome } from '@/data/engine/home/home';
import { satangOf } from '@/data/kit/satang';
import { useSeen } from '@/ui/sheet';

export const NAME = nameOf('transfer');

/** Returns the transfer of the command under way. An earlier page may have sent the command. */
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
 * Dismisses an outcome when the member leaves, so that it is shown only once. After a success it also
 * refreshes the home data.
 */
export function useForgetTransfer(at: Command['at']): void {
  useSeen(at === 'done' || at === 'failed', () => dismiss(NAME));
  useEffect(() => {
    if (at !== 'done') return;
    return () => void refreshHome();
  }, [at]);
}

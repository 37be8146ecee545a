import { useEffect } from 'react';
import type { CashAnswer } from '@/data/domains/cash/types';
import { dismiss, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { WALLET, type Asked } from '@/data/domains/games/orders';
import { refreshHome } from '@/data/engine/home/home';
import { satangOf } from '@/data/kit/satang';
import { useSeen } from '@/ui/sheet';

export const NAME = nameOf('transfer');

/** What the command under way asks for; an earlier page may have sent it. */
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

/** What has been shown once is not shown again; the screen beneath loads anew what has moved. */
export function useForgetTransfer(at: Command['at']): void {
  useSeen(at === 'done' || at === 'failed', () => dismiss(NAME));
  useEffect(() => {
    if (at !== 'done') return;
    return () => void refreshHome();
  }, [at]);
}

import { useEffect } from 'react';
import type { CashResponse } from '@/data/domains/cash/types';
import { dismissCommand, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { WALLET, type GameTransferRequest } from '@/data/domains/games/commands';
import { refreshHome } from '@/data/engine/home/home';
import { satangOf } from '@/data/kit/satang';
import { useSeenOnClose } from '@/ui/sheet';

export const TRANSFER = nameOf('transfer');

/**
 * Returns the transfer of a command that is under way or has ended, or undefined. An earlier page may have
 * sent the command.
 */
export function readTransferRequest(command: Command<CashResponse>): GameTransferRequest | undefined {
  if (command.at === 'idle') return undefined;
  const {
    from = WALLET,
    to = '',
    amount,
  } = command.request.body as {
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
export function useDismissTransfer(at: Command['at']): void {
  useSeenOnClose(at === 'done' || at === 'failed', () => dismissCommand(TRANSFER));
  useEffect(() => {
    if (at !== 'done') return;
    return () => void refreshHome();
  }, [at]);
}

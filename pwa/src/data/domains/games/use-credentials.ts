import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import type { GameCredentials } from '../../api/types';
import { command } from '../../engine/commands/send';

export type CredentialsState =
  | { at: 'none' }
  | { at: 'asking' }
  | { at: 'known'; credentials: GameCredentials }
  | { at: 'failed'; error: unknown };

interface Credentials {
  state: CredentialsState;
  again: () => void;
  /** Has the game's password changed; where that fails, what stands now is asked for. Throws ApiError. */
  reset: () => Promise<void>;
}

/**
 * How the member signs in to a game by themselves. The one thing that a screen asks the server for:
 * it lives in the sheet that shows it, is written nowhere, and goes with the sheet.
 */
export function useCredentials(slotCode: string, wanted: boolean): Credentials {
  const [told, setTold] = useState<CredentialsState>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    void read(slotCode).then((state) => shown && setTold(state));
    return () => {
      shown = false;
      setTold(undefined);
    };
  }, [slotCode, wanted, turn]);
  const reset = async () => {
    try {
      const credentials = await command('resetSlotPassword', { subject: slotCode, path: { slotCode } });
      setTold({ at: 'known', credentials });
    } catch (error) {
      // The company may have changed it all the same: the old one must not stand there as if it were good.
      setTurn(turn + 1);
      throw error;
    }
  };
  // From the very render that stops wanting them they are gone, not from the effect after it.
  const state: CredentialsState = wanted ? (told ?? { at: 'asking' }) : { at: 'none' };
  return { state, again: () => setTurn(turn + 1), reset };
}

async function read(slotCode: string): Promise<CredentialsState> {
  try {
    const path = { slotCode };
    return { at: 'known', credentials: await call('GET', '/api/wallet/account/{slotCode}', { path }) };
  } catch (error) {
    return { at: 'failed', error };
  }
}

import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import type { GameCredentials } from '../../api/types';
import { command } from '../../engine/commands/send';

export type CredentialsState =
  | { at: 'none' }
  | { at: 'loading' }
  | { at: 'loaded'; credentials: GameCredentials }
  | { at: 'failed'; error: unknown };

interface CredentialsControl {
  state: CredentialsState;
  retry: () => void;
  /** Changes the game's password. If that fails, the current one is fetched. Throws ApiError. */
  reset: () => Promise<void>;
}

/**
 * useCredentials fetches the member's own login of a game. Unlike a resource, the login is not stored. It is
 * dropped when its sheet closes.
 */
export function useCredentials(slotCode: string, isWanted: boolean): CredentialsControl {
  const [loaded, setLoaded] = useState<CredentialsState>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    let shown = true;
    void read(slotCode).then((state) => shown && setLoaded(state));
    return () => {
      shown = false;
      setLoaded(undefined);
    };
  }, [slotCode, isWanted, attempt]);
  const reset = async () => {
    try {
      const credentials = await command('resetSlotPassword', { subject: slotCode, path: { slotCode } });
      setLoaded({ at: 'loaded', credentials });
    } catch (error) {
      // The request failed, but the provider may have changed the password. The old one must not be shown as
      // valid.
      setAttempt(attempt + 1);
      throw error;
    }
  };
  // If `isWanted` is false, the credentials must be gone in this render, and not only after the effect.
  const state: CredentialsState = isWanted ? (loaded ?? { at: 'loading' }) : { at: 'none' };
  return { state, retry: () => setAttempt(attempt + 1), reset };
}

async function read(slotCode: string): Promise<CredentialsState> {
  try {
    const path = { slotCode };
    return { at: 'loaded', credentials: await call('GET', '/api/wallet/account/{slotCode}', { path }) };
  } catch (error) {
    return { at: 'failed', error };
  }
}

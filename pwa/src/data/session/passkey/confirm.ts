/** A passkey instead of the password, in an open session. */
import { call } from '../../api/client';
import { instantNow, elapsedSince, type Instant } from '../../api/clock';
import { canUsePasskeys, signWithPasskey, type Request } from './ceremony';
import { notePasskeyUse } from './passkey-use';

/** How many ms a challenge may be used; shorter than its lifetime on the server. */
const CHALLENGE_LIFETIME_MS = 4 * 60_000;

export interface PasskeyChallenge {
  options: Request;
  begunAt: Instant;
}

/**
 * prepareConfirm fetches the challenge before the tap, because some browsers open the passkey dialog only
 * directly after a tap. Returns null if the member has no passkey, the browser supports none, or there is no
 * response.
 */
export async function prepareConfirm(): Promise<PasskeyChallenge | null> {
  if (!canUsePasskeys()) return null;
  const options = await call('POST', '/api/account/confirm/passkey/begin').catch(() => null);
  return options && { options, begunAt: instantNow() };
}

/** confirmByPasskey returns the proof that replaces the password; null if cancelled. Throws ApiError. */
export async function confirmByPasskey({ options, begunAt }: PasskeyChallenge): Promise<string | null> {
  const isOld = elapsedSince(begunAt) > CHALLENGE_LIFETIME_MS;
  const validOptions = isOld ? await call('POST', '/api/account/confirm/passkey/begin') : options;
  const credential = await signWithPasskey(validOptions);
  if (!credential) return null;
  const { proof } = await call('POST', '/api/account/confirm/passkey', { body: { credential } });
  notePasskeyUse();
  return proof;
}

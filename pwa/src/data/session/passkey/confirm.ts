/** A passkey instead of the password, in an open session. */
import { call } from '../../api/client';
import { instant, passedSince, type Instant } from '../../api/clock';
import { canUsePasskeys, sign, type Request } from './ceremony';
import { noteUse } from './passkey-use';

/** How many ms a challenge may be used; shorter than its lifetime on the server. */
const GOOD_FOR_MS = 4 * 60_000;

export interface Question {
  options: Request;
  askedAt: Instant;
}

/**
 * prepareConfirm fetches the challenge before the tap, because some browsers open the passkey dialog only
 * directly after a tap. Returns null if the member has no passkey, the browser supports none, or there is no
 * response.
 */
export async function prepareConfirm(): Promise<Question | null> {
  if (!canUsePasskeys()) return null;
  const options = await call('POST', '/api/account/confirm/passkey/begin').catch(() => null);
  return options && { options, askedAt: instant() };
}

/** confirmByPasskey returns the proof that replaces the password; null if cancelled. Throws ApiError. */
export async function confirmByPasskey({ options, askedAt }: Question): Promise<string | null> {
  const isOld = passedSince(askedAt) > GOOD_FOR_MS;
  const fresh = isOld ? await call('POST', '/api/account/confirm/passkey/begin') : options;
  const credential = await sign(fresh);
  if (!credential) return null;
  const { proof } = await call('POST', '/api/account/confirm/passkey', { body: { credential } });
  noteUse();
  return proof;
}

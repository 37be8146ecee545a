/** A passkey in the place of the password, in a session that is open. */
import { call } from '../../api/client';
import { instant, passedSince, type Instant } from '../../api/clock';
import { canUsePasskeys, sign, type Request } from './ceremony';
import { noteUse } from './noted';

/** Below what the server gives a challenge. */
const GOOD_FOR_MS = 4 * 60_000;

export interface Question {
  options: Request;
  askedAt: Instant;
}

/**
 * Asked for before the tap, since some browsers want the passkey's own window to follow a tap at
 * once. Null where the member has no passkey, the browser knows none, or nothing answers.
 */
export async function prepareConfirm(): Promise<Question | null> {
  if (!canUsePasskeys()) return null;
  const options = await call('POST', '/api/account/confirm/passkey/begin').catch(() => null);
  return options && { options, askedAt: instant() };
}

/** The proof that stands for the password. Null where the member called it off. Throws ApiError. */
export async function confirmByPasskey({ options, askedAt }: Question): Promise<string | null> {
  const isOld = passedSince(askedAt) > GOOD_FOR_MS;
  const fresh = isOld ? await call('POST', '/api/account/confirm/passkey/begin') : options;
  const credential = await sign(fresh);
  if (!credential) return null;
  const { proof } = await call('POST', '/api/account/confirm/passkey', { body: { credential } });
  noteUse();
  return proof;
}

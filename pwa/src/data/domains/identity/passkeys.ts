/** The member's passkeys. */
import { call } from '../../api/client';
import { isAnswerLost } from '../../api/errors';
import type { AnswerOf } from '../../api/routes';
import { command } from '../../engine/commands/send';
import { forget, make } from '../../session/passkey/ceremony';
import { noteUse } from '../../session/passkey/passkey-use';

export { canUsePasskeys, KNOWN } from '../../session/passkey/ceremony';

export type Passkeys = AnswerOf<'GET', '/api/account/passkeys'>;
export type Passkey = Passkeys['passkeys'][number];

/** listPasskeys returns the passkeys, fetched at each call like the sessions. */
export function listPasskeys(): Promise<Passkeys> {
  return call('GET', '/api/account/passkeys');
}

/** addPasskey returns null if cancelled. Throws ApiError: WRONG_PASSWORD, PASSKEY_LIMIT, KNOWN, … */
export async function addPasskey(password: string): Promise<Passkey | null> {
  const options = await call('POST', '/api/account/passkeys/begin', { body: { password } });
  const credential = await make(options);
  if (!credential) return null;
  try {
    const added = await command('addPasskey', { body: { credential } });
    noteUse();
    return added;
  } catch (error) {
    // If the response was lost, the server may have the passkey: do not forget it.
    if (!isAnswerLost(error)) await forget(credential.id);
    throw error;
  }
}

export function renamePasskey(id: string, name: string): Promise<Passkey> {
  return command('renamePasskey', { subject: id, path: { id }, body: { name } });
}

export async function removePasskey({ _id: id, credentialId }: Passkey, password: string): Promise<void> {
  await command('removePasskey', { subject: id, path: { id }, body: { password } });
  await forget(credentialId);
}

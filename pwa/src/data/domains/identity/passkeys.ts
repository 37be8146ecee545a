/** The member's passkeys. */
import { call } from '../../api/client';
import { isResponseLost } from '../../api/errors';
import type { ResponseOf } from '../../api/routes';
import { command } from '../../engine/commands/send';
import { reportUnknownPasskey, createPasskey } from '../../session/passkey/ceremony';
import { notePasskeyUse } from '../../session/passkey/passkey-use';

export { canUsePasskeys, PASSKEY_KNOWN } from '../../session/passkey/ceremony';

export type Passkeys = ResponseOf<'GET', '/api/account/passkeys'>;
export type Passkey = Passkeys['passkeys'][number];

/** listPasskeys returns the passkeys, fetched at each call like the sessions. */
export function listPasskeys(): Promise<Passkeys> {
  return call('GET', '/api/account/passkeys');
}

/** addPasskey returns null if cancelled. Throws ApiError: WRONG_PASSWORD, PASSKEY_LIMIT, PASSKEY_KNOWN, … */
export async function addPasskey(password: string): Promise<Passkey | null> {
  const options = await call('POST', '/api/account/passkeys/begin', { body: { password } });
  const credential = await createPasskey(options);
  if (!credential) return null;
  try {
    const added = await command('addPasskey', { body: { credential } });
    notePasskeyUse();
    return added;
  } catch (error) {
    // If the response was lost, the server may have the passkey: do not forget it.
    if (!isResponseLost(error)) await reportUnknownPasskey(credential.id);
    throw error;
  }
}

export function renamePasskey(id: string, name: string): Promise<Passkey> {
  return command('renamePasskey', { subject: id, path: { id }, body: { name } });
}

export async function removePasskey({ _id: id, credentialId }: Passkey, password: string): Promise<void> {
  await command('removePasskey', { subject: id, path: { id }, body: { password } });
  await reportUnknownPasskey(credentialId);
}

/** Signing in with a passkey: by its button, or offered by the keyboard in the field of the phone number. */
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { enter } from '../session';
import { forget, sign } from './ceremony';
import { noteUse } from './noted';

interface Way {
  remember: () => boolean;
  /** Waits until a passkey is chosen in the field, rather than asking for one. */
  quietly?: boolean;
  /** Chosen, and on its way to the server. */
  onSigned?: () => void;
}

let waiting: AbortController | undefined;

/** True where the member is signed in, false where they called it off. Throws ApiError. */
export async function loginByPasskey({ remember, quietly, onSigned }: Way): Promise<boolean> {
  if (quietly && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  // There is one at a time, for the whole page.
  stopWaiting();
  const own = (waiting = new AbortController());
  const asked = call('POST', '/api/login/passkey/begin', { auth: false, signal: own.signal });
  const options = await asked.catch((error: unknown) => {
    // Nobody waits for the quiet one, and a newer one took the place of this.
    if (quietly || own.signal.aborted) return null;
    throw error;
  });
  const credential = options && (await sign(options, { quietly, signal: own.signal }));
  if (!credential) return false;
  onSigned?.();
  const body = { credential, rememberMe: remember() };
  try {
    const { token } = await call('POST', '/api/login/passkey', { body, auth: false });
    noteUse();
    await enter(token, body.rememberMe);
    return true;
  } catch (error) {
    if (isApiError(error) && error.code === 'PASSKEY_UNKNOWN') await forget(credential.id);
    throw error;
  }
}

/** The page is being left. */
export function stopWaiting(): void {
  waiting?.abort();
}

/** Login with a passkey: by its button, or offered by the keyboard in the phone number field. */
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { enter } from '../session';
import { forget, sign } from './ceremony';
import { noteUse } from './passkey-use';

interface Way {
  remember: () => boolean;
  /** Waits until a passkey is chosen in the field, instead of opening the browser's dialog. */
  quietly?: boolean;
  /** Called when a passkey was chosen, before the server checks it. */
  onSigned?: () => void;
}

let waiting: AbortController | undefined;

/** loginByPasskey returns true if the member is logged in, false if they cancelled. Throws ApiError. */
export async function loginByPasskey({ remember, quietly, onSigned }: Way): Promise<boolean> {
  if (quietly && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  // Only one request may wait in the whole page.
  stopWaiting();
  const own = (waiting = new AbortController());
  const asked = call('POST', '/api/login/passkey/begin', { auth: false, signal: own.signal });
  const options = await asked.catch((error: unknown) => {
    // The failure of a quiet request is not shown. A request that a newer call aborted is not shown either.
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

/** stopWaiting aborts a waiting request, when the page is left. */
export function stopWaiting(): void {
  waiting?.abort();
}

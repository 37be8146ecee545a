/** Login with a passkey: by its button, or offered by the keyboard in the phone number field. */
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { startSession } from '../session';
import { reportUnknownPasskey, signWithPasskey } from './ceremony';
import { notePasskeyUse } from './passkey-use';

interface LoginOptions {
  remember: () => boolean;
  /** Waits until a passkey is chosen in the field, instead of opening the browser's dialog. */
  autofill?: boolean;
  /** Called when a passkey was chosen, before the server checks it. */
  onSigned?: () => void;
}

let pendingRequest: AbortController | undefined;

/** loginByPasskey returns true if the member is logged in, false if they cancelled. Throws ApiError. */
export async function loginByPasskey({
  remember,
  autofill: isAutofill,
  onSigned,
}: LoginOptions): Promise<boolean> {
  if (isAutofill && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  // Only one request may wait in the whole page.
  abortPending();
  const controller = (pendingRequest = new AbortController());
  const request = call('POST', '/api/login/passkey/begin', { auth: false, signal: controller.signal });
  const options = await request.catch((error: unknown) => {
    // The failure of an autofill request, or of a request that a newer call aborted, is not shown.
    if (isAutofill || controller.signal.aborted) return null;
    throw error;
  });
  const credential =
    options && (await signWithPasskey(options, { autofill: isAutofill, signal: controller.signal }));
  if (!credential) return false;
  onSigned?.();
  const body = { credential, rememberMe: remember() };
  try {
    const { token } = await call('POST', '/api/login/passkey', { body, auth: false });
    notePasskeyUse();
    await startSession(token, body.rememberMe);
    return true;
  } catch (error) {
    if (isApiError(error) && error.code === 'PASSKEY_UNKNOWN') await reportUnknownPasskey(credential.id);
    throw error;
  }
}

/** abortPending aborts a waiting request, when the page is left. */
export function abortPending(): void {
  pendingRequest?.abort();
}

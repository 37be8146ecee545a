/**
 * The browser's passkey calls, with the server's JSON converted to bytes and back. Options and responses
 * have the names of the WebAuthn standard, so only the bytes are converted.
 */
import { decodeBase64url, encodeBase64url } from '../../kit/base64url';
import { ApiError } from '../../api/errors';
import type { ResponseOf } from '../../api/routes';

type Creation = ResponseOf<'POST', '/api/account/passkeys/begin'>;
export type Request = ResponseOf<'POST', '/api/login/passkey/begin'>;

/** The error code if this browser or authenticator already has one of the member's passkeys. */
export const PASSKEY_KNOWN = 'PASSKEY_KNOWN';

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/**
 * createPasskey creates a passkey. Returns null if the member cancelled. Throws ApiError: PASSKEY_KNOWN,
 * PASSKEY_INVALID.
 */
export async function createPasskey({ challenge, user, excludeCredentials, ...rest }: Creation) {
  const publicKey = {
    ...rest,
    challenge: decodeBase64url(challenge),
    user: { ...user, id: decodeBase64url(user.id) },
    excludeCredentials: withIdBytes(excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
  const credential = await nullIfCancelled(navigator.credentials.create({ publicKey }));
  if (!credential) return null;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...credentialFields(credential),
    response: {
      clientDataJSON: encodeBase64url(response.clientDataJSON),
      attestationObject: encodeBase64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

interface SignOptions {
  /**
   * True to let the keyboard offer the passkey next to stored passwords. The promise then waits until a
   * passkey is chosen.
   */
  autofill?: boolean;
  signal?: AbortSignal;
}

/**
 * signWithPasskey signs with a passkey. Returns null if the member cancelled. Throws ApiError:
 * PASSKEY_INVALID.
 */
export async function signWithPasskey(
  { challenge, allowCredentials, ...rest }: Request,
  signOptions: SignOptions = {},
) {
  const publicKey = {
    ...rest,
    challenge: decodeBase64url(challenge),
    allowCredentials: withIdBytes(allowCredentials),
  } as PublicKeyCredentialRequestOptions;
  const { autofill, signal } = signOptions;
  const options = { publicKey, signal, ...(autofill && { mediation: 'conditional' as const }) };
  const credential = await nullIfCancelled(navigator.credentials.get(options));
  if (!credential) return null;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...credentialFields(credential),
    response: {
      clientDataJSON: encodeBase64url(response.clientDataJSON),
      authenticatorData: encodeBase64url(response.authenticatorData),
      signature: encodeBase64url(response.signature),
      userHandle: encodeBase64url(response.userHandle),
    },
  };
}

/**
 * reportUnknownPasskey informs the member's passkey manager that this passkey is no longer valid for this
 * site.
 */
export async function reportUnknownPasskey(credentialId: string): Promise<void> {
  // Newer than most browsers, and missing in the type library.
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (passkey: { rpId: string; credentialId: string }) => Promise<void>;
  };
  const passkey = { rpId: location.hostname, credentialId };
  await signalUnknownCredential?.call(PublicKeyCredential, passkey).catch(() => {});
}

function credentialFields({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: encodeBase64url(rawId), type: 'public-key' as const };
}

function withIdBytes(credentials: Request['allowCredentials']) {
  return credentials.map((credential) => ({ ...credential, id: decodeBase64url(credential.id) }));
}

/**
 * Returns null if the browser reports a cancellation. Browsers raise the same error for a closed dialog, a
 * wrong finger and a timeout, so all three count as cancelled.
 */
async function nullIfCancelled(request: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await request) as PublicKeyCredential | null;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new ApiError(name === 'InvalidStateError' ? PASSKEY_KNOWN : 'PASSKEY_INVALID');
  }
}

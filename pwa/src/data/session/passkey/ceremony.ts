/**
 * The browser's passkey calls, with the server's JSON converted to bytes and back. Options and responses
 * have the names of the WebAuthn standard, so only the bytes are converted.
 */
import { bytesOf, textOf } from '../../kit/base64url';
import { ApiError } from '../../api/errors';
import type { AnswerOf } from '../../api/routes';

type Creation = AnswerOf<'POST', '/api/account/passkeys/begin'>;
export type Request = AnswerOf<'POST', '/api/login/passkey/begin'>;

/** The error code if this browser or authenticator already has one of the member's passkeys. */
export const KNOWN = 'PASSKEY_KNOWN';

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** make creates a passkey. Returns null if the member cancelled. Throws ApiError: KNOWN, PASSKEY_INVALID. */
export async function make({ challenge, user, excludeCredentials, ...rest }: Creation) {
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: named(excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
  const credential = await unlessCalledOff(navigator.credentials.create({ publicKey }));
  if (!credential) return null;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...nameOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

interface Manner {
  /**
   * True to let the keyboard offer the passkey next to stored passwords. The promise then waits until a
   * passkey is chosen.
   */
  quietly?: boolean;
  signal?: AbortSignal;
}

/** sign signs with a passkey. Returns null if the member cancelled. Throws ApiError: PASSKEY_INVALID. */
export async function sign({ challenge, allowCredentials, ...rest }: Request, manner: Manner = {}) {
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    allowCredentials: named(allowCredentials),
  } as PublicKeyCredentialRequestOptions;
  const { quietly, signal } = manner;
  const options = { publicKey, signal, ...(quietly && { mediation: 'conditional' as const }) };
  const credential = await unlessCalledOff(navigator.credentials.get(options));
  if (!credential) return null;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...nameOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle),
    },
  };
}

/** forget informs the member's passkey manager that this passkey is no longer valid for this site. */
export async function forget(credentialId: string): Promise<void> {
  // Newer than most browsers, and missing in the type library.
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (which: { rpId: string; credentialId: string }) => Promise<void>;
  };
  const which = { rpId: location.hostname, credentialId };
  await signalUnknownCredential?.call(PublicKeyCredential, which).catch(() => {});
}

function nameOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key' as const };
}

function named(credentials: Request['allowCredentials']) {
  return credentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) }));
}

/**
 * Returns null if the browser reports a cancellation. Browsers raise the same error for a closed dialog, a
 * wrong finger and a timeout, so all three count as cancelled.
 */
async function unlessCalledOff(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new ApiError(name === 'InvalidStateError' ? KNOWN : 'PASSKEY_INVALID');
  }
}

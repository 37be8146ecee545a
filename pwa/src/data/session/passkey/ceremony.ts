/**
 * What the browser does with passkeys, between the server's JSON and its own bytes. The options and
 * answers have the names of the WebAuthn standard, so that nothing is translated but the bytes.
 */
import { bytesOf, textOf } from '../../kit/base64url';
import { ApiError } from '../../api/errors';
import type { AnswerOf } from '../../api/routes';

type Creation = AnswerOf<'POST', '/api/account/passkeys/begin'>;
export type Request = AnswerOf<'POST', '/api/login/passkey/begin'>;

/** This browser, or this authenticator, has one of the member's already. */
export const KNOWN = 'PASSKEY_KNOWN';

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Makes a passkey. Null where the member called it off. Throws ApiError: KNOWN, PASSKEY_INVALID. */
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
  /** Offered by the keyboard beside the stored passwords, until a passkey is chosen. */
  quietly?: boolean;
  signal?: AbortSignal;
}

/** Signs with a passkey. Null where the member called it off. Throws ApiError: PASSKEY_INVALID. */
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

/** Tells whoever keeps the member's passkeys that this one opens nothing here any more. */
export async function forget(credentialId: string): Promise<void> {
  // Newer than most browsers, and than the library of types.
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

/** Browsers say the same of a closed window, a wrong finger and time that ran out: the member decides what next. */
async function unlessCalledOff(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new ApiError(name === 'InvalidStateError' ? KNOWN : 'PASSKEY_INVALID');
  }
}

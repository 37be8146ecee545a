import { parseGiftCode } from '@/data/kit/typed/gift';
import { encodeBase64url } from '../../kit/base64url';
import { cleanLine } from '../../kit/typed/written';

/**
 * The form in which a gift link is sent: `base64url(nonce, ciphertext, tag)::account`, AES-256-GCM. Every
 * copy of the app contains the secret, so this encryption protects nothing; TLS protects the link. It only
 * keeps the plain link out of logs.
 */
const NONCE_BYTES = 12;
/** The server's own default, so that a build without a secret and a server without one agree. */
const SECRET = import.meta.env.VITE_GIFT_SECRET ?? 'krapao-gift-link';

/**
 * sealGiftLink returns the link in the form that the server reads. It is plain if the build has no
 * secret, or the page no WebCrypto.
 */
export async function sealGiftLink(link: string, account: string, secret = SECRET): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!secret || !subtle) return `${link}::${account}`;
  const text = new TextEncoder();
  const plain = text.encode(link);
  const keyBytes = new Uint8Array(await subtle.digest('SHA-256', text.encode(secret)));
  // Derived from the link: the same link must give the same command, so that a repeat finds the key of the
  // first attempt.
  const nonce = (await digest(subtle, keyBytes, plain)).slice(0, NONCE_BYTES);
  const key = await subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain));
  return `${encodeBase64url(Uint8Array.of(...nonce, ...sealed).buffer)}::${account}`;
}

/**
 * findLink returns the gift link in a text from the clipboard. If there is none, returns the cleaned text.
 */
export function findLink(pasted: string): string {
  const code = parseGiftCode(pasted);
  return code ? `https://gift.truemoney.com/campaign/?v=${code}` : cleanLine(pasted);
}

async function digest(subtle: SubtleCrypto, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

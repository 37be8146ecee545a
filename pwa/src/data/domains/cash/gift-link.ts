import { typedGift } from '@/data/kit/typed/gift';
import { textOf } from '../../kit/base64url';
import { lineOf } from '../../kit/typed/written';

/**
 * A gift link on its way: `base64url(nonce, ciphertext, tag)::account`, AES-256-GCM. The secret is
 * in every copy of the app, so this hides nothing from anyone who looks; TLS protects the link. It
 * keeps it out of plain sight in logs between here and there.
 */
const NONCE_BYTES = 12;
/** The server's own default, so that a build without a secret and a server without one agree. */
const SECRET = import.meta.env.VITE_GIFT_SECRET ?? 'krapao-gift-link';

/** The link as the server takes it; plain where the build has no secret, or the page no cipher. */
export async function sealGiftLink(link: string, account: string, secret = SECRET): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!secret || !subtle) return `${link}::${account}`;
  const text = new TextEncoder();
  const plain = text.encode(link);
  const keyBytes = new Uint8Array(await subtle.digest('SHA-256', text.encode(secret)));
  // From the link itself: the same link must make the same command, and so find its first key.
  const nonce = (await digest(subtle, keyBytes, plain)).slice(0, NONCE_BYTES);
  const key = await subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain));
  return `${textOf(Uint8Array.of(...nonce, ...sealed).buffer)}::${account}`;
}

/** The link within whatever the wallet app put on the clipboard around it; other texts as they are. */
export function findLink(pasted: string): string {
  const code = typedGift(pasted);
  return code ? `https://gift.truemoney.com/campaign/?v=${code}` : lineOf(pasted);
}

async function digest(subtle: SubtleCrypto, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

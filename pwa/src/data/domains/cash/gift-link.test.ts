import { describe, expect, it, vi } from 'vitest';
import { findLink, sealGiftLink } from './gift-link';

const LINK = 'https://gift.truemoney.com/campaign/?v=0199aabbccddeeff01';

/** Decrypts as the server does: SHA-256 of the secret is the key, the first 12 bytes are the nonce. */
async function unseal(sealed: string, secret: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  const raw = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.slice(0, 12) },
    key,
    bytes.slice(12),
  );
  return new TextDecoder().decode(plain);
}

describe('a sealed gift link', () => {
  // spec 7.31a, 7.31b
  it('a sealed gift link can be opened with the same secret, and names its wallet', async () => {
    const [sealed, account] = (await sealGiftLink(LINK, '0912345678', 'secret')).split('::');

    expect(sealed).toMatch(/^[\w-]+$/);
    expect(await unseal(sealed!, 'secret')).toBe(LINK);
    expect(account).toBe('0912345678');
  });

  it('a gift link is sealed to the same text each time, so that a repeat is the same command', async () => {
    expect(await sealGiftLink(LINK, 'a', 'secret')).toBe(await sealGiftLink(LINK, 'a', 'secret'));
  });

  it('two gift links have different nonces', async () => {
    const [one, other] = await Promise.all(
      [LINK, `${LINK}0`].map((link) => sealGiftLink(link, 'a', 'secret')),
    );

    expect(one!.slice(0, 16)).not.toBe(other!.slice(0, 16));
  });

  it('a gift link is not sealed without a secret in the build or a cipher in the page', async () => {
    expect(await sealGiftLink(LINK, '09', '')).toBe(`${LINK}::09`);
    vi.stubGlobal('crypto', {});

    const plain = await sealGiftLink(LINK, '09', 'secret');
    vi.unstubAllGlobals();

    expect(plain).toBe(`${LINK}::09`);
  });
});

describe('pasted text', () => {
  it.each([
    [`ส่งซองของขวัญให้คุณ ${LINK} กดรับได้เลย`, LINK],
    [`  ${LINK}\n`, LINK],
    ['not a link', 'not a link'],
  ])('%j contains the link', (pasted, link) => {
    expect(findLink(pasted)).toBe(link);
  });
});

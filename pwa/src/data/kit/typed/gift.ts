import { INVISIBLE } from './plain';

const GIFT_HOST = 'gift.truemoney.com';
const GIFT_CODE = /^[A-Za-z0-9]{18,128}$/;
const GIFT_LINK = /(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^\s"“”'<>()]*campaign[^\s"“”'<>()]*/gi;

/**
 * parseGiftCode returns the code of the first gift link in a text, or the text if it is a code. Returns "" for
 * an empty text, and undefined if there is no code.
 */
export function parseGiftCode(text: string): string | undefined {
  const shown = text.replace(INVISIBLE, '').trim();
  if (!shown) return '';
  const bare = shown.replace(/^v=/, '');
  if (GIFT_CODE.test(bare)) return bare;
  for (const [link] of shown.matchAll(GIFT_LINK)) {
    const code = codeOfLink(link);
    if (code) return code;
  }
  return undefined;
}

function codeOfLink(link: string): string | undefined {
  const url = addressOf(link.includes('://') ? link : `https://${link}`);
  const isHost = url?.hostname === GIFT_HOST && (url.port === '' || url.port === '443');
  if (!url || !isHost || url.username || url.password || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.pathname.replace(/\/+$/, '') !== '/campaign') return undefined;
  const code = /^[A-Za-z0-9]+/.exec(url.searchParams.get('v') ?? '')?.[0] ?? '';
  return GIFT_CODE.test(code) ? code : undefined;
}

function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

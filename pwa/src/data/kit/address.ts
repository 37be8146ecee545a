/**
 * Addresses in texts by other users: which addresses may be opened, and which host a link's text names. The
 * server's package content has the same rule for links that name another host.
 */
import { plain } from './typed/plain';

/**
 * webAddress returns the https URL in a text. Returns undefined for any other URL, and for one with a
 * user name, which looks like a host.
 */
export function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' && !hasUser(url) ? url : undefined;
}

export function hasUser(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

/**
 * phoneAddress returns a `tel:` address. Returns undefined if the text is no phone number, for example a
 * code that redirects calls.
 */
export function phoneAddress(payload: string): string | undefined {
  const number = payload.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined;
}

/**
 * mailAddress returns a `mailto:` to one plain address. Returns undefined if the URL has more, such as
 * hidden recipients.
 */
export function mailAddress(url: URL): string | undefined {
  return /^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i.test(url.href) ? url.href : undefined;
}

/**
 * A host in any script: parts with dots between, the last of Latin letters. Several characters look like
 * dots.
 */
const HOST =
  /[\p{L}\p{M}\p{N}-]+(?:[.\u2024\u3002\uff61][\p{L}\p{M}\p{N}-]+)*[.\u2024\u3002\uff61][a-z]{2,}/gu;

/**
 * namesAnotherHost reports whether a link's text looks like the address of a host other than the link's
 * target. A word with a dot before two or more Latin letters looks like one (`terms.pdf`, too).
 */
export function namesAnotherHost(linkText: string, url: URL): boolean {
  const host = url.host === '' ? (url.href.split('@')[1] ?? '') : url.hostname;
  return [...plain(linkText).toLowerCase().matchAll(HOST)].some(
    ([named]) => !`.${host}`.endsWith(`.${named.replace(/^www\./, '')}`),
  );
}

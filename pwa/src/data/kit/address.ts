/**
 * Addresses that other people wrote: which of them may be opened, and whom their words name.
 * The server's package content has the same rule for links that name another host.
 */
import { plain } from './typed/plain';

/** The https address in a text; undefined of any other, and of one with a user's name, which reads like a host. */
export function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' && !hasUser(url) ? url : undefined;
}

export function hasUser(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

/** A phone number for `tel:`; undefined where it is none, such as a code that redirects calls. */
export function phoneAddress(payload: string): string | undefined {
  const number = payload.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined;
}

/** A `mailto:` to one plain address; undefined where it brings more, such as hidden receivers. */
export function mailAddress(url: URL): string | undefined {
  return /^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i.test(url.href) ? url.href : undefined;
}

/** Parts with dots between, the last one of letters: a host, in any script. Several signs are drawn like a dot. */
const HOST =
  /[\p{L}\p{M}\p{N}-]+(?:[.\u2024\u3002\uff61][\p{L}\p{M}\p{N}-]+)*[.\u2024\u3002\uff61][a-z]{2,}/gu;

/**
 * Whether a link's words look like the address of another host than the one it leads to. A word
 * with a dot before two or more Latin letters looks like one (`terms.pdf`, too).
 */
export function namesAnotherHost(words: string, url: URL): boolean {
  const host = url.host === '' ? (url.href.split('@')[1] ?? '') : url.hostname;
  return [...plain(words).toLowerCase().matchAll(HOST)].some(
    ([named]) => !`.${host}`.endsWith(`.${named.replace(/^www\./, '')}`),
  );
}

import type { HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The password was set a moment ago, so the login says which one to type. */
    passwordSet?: boolean;
    /** A page of a member led here: the login leads back (`way-back.ts`). One that was opened by itself leads to /user. */
    comesBack?: boolean;
  }
}

/** What other pages hand to the login. It is in the history's state: not in the address, where a link could set it. */
export type LoginState = Pick<HistoryState, 'phone' | 'passkeys' | 'passwordSet' | 'comesBack'>;

/**
 * Returns the members' page that a login leads back to, or undefined where the path is none: another
 * site's, a script, or a page outside `/user`. The browser's own parser decides, so `//site`, `/\site` and
 * `..` mean here what they mean to the browser.
 */
export function memberPath(path: string | undefined): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(path ?? '', location.origin);
    const isOurs = origin === location.origin && /^\/user(?:\/|$)/.test(pathname);
    return isOurs ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}

import type { HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The password was set a moment ago. The login then requests the new password. */
    passwordSet?: boolean;
    /**
     * A members' page redirected here, so the login returns to it (`return-point.ts`). Otherwise the login
     * leads to /user.
     */
    returnsToPage?: boolean;
  }
}

/**
 * Data that other pages pass to the login. It is in the history state, because a link could set it in the
 * address.
 */
export type LoginState = Pick<HistoryState, 'phone' | 'passkeys' | 'passwordSet' | 'returnsToPage'>;

/**
 * Returns the members' page to return to after a login. Undefined if the path is another site's, a script, or
 * a page outside `/user`. The browser's own URL parser decides, so `//site`, `/\site` and `..` are read as
 * the browser reads them.
 */
export function parseMemberPath(path: string | undefined): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(path ?? '', location.origin);
    const isOurs = origin === location.origin && /^\/user(?:\/|$)/.test(pathname);
    return isOurs ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}

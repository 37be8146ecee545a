import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/**
 * The modals. Which one is open stands in the address (`?sheet=deposit`), so
 * the back button closes it everywhere, a link can lead straight into one and
 * there is never a sheet on a sheet.
 */
export const sheetNames = [
  'language',
  'install',
  'conditions',
  'logout',
  'queue',
  'deposit',
  'withdraw',
  'cancel-withdrawal',
  'limits',
  'slips',
  'password',
  'bank-name',
  'sessions',
  'agreement',
  'chat',
  'howto',
] as const;

export type SheetName = (typeof sheetNames)[number];

export interface SheetSearch {
  sheet?: SheetName;
}

/** For a route's `validateSearch`: an unknown name opens nothing. */
export function sheetSearch(search: Record<string, unknown>): SheetSearch {
  const sheet = sheetNames.find((name) => name === search.sheet);
  return sheet ? { sheet } : {};
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a sheet: closing it goes back. */
    sheetOpened?: boolean;
    /** The phone number that was just registered, or got its new password. */
    phone?: string;
  }
}

export interface SheetControls {
  open: SheetName | undefined;
  /** What else belongs into the address goes along. */
  show: (name: SheetName, more?: object) => void;
  close: () => void;
}

/** Opens and closes sheets; another one takes the place of the one that is open. */
export function useSheet(): SheetControls {
  const { sheet } = useSearch({ strict: false }) as SheetSearch;
  const navigate = useNavigate();
  const { history } = useRouter();
  return {
    open: sheet,
    show(name, more) {
      void navigate({
        to: '.',
        search: (search: object) => ({ ...search, ...more, sheet: name }) as never,
        state: (state) => (sheet ? state : { ...state, sheetOpened: true }),
        replace: Boolean(sheet),
        resetScroll: false,
      });
    },
    close() {
      if (history.location.state.sheetOpened) return history.back();
      void navigate({
        to: '.',
        search: (search: object) => ({ ...search, sheet: undefined }) as never,
        replace: true,
        resetScroll: false,
      });
    },
  };
}

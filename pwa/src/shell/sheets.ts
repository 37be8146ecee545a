import {
  useNavigate,
  useRouter,
  useRouterState,
  useSearch,
  type HistoryState,
  type RouterHistory,
} from '@tanstack/react-router';
import { dropLayers } from '@/ui/layers';

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
    /** The sheets that this one came out of, each with an entry of its own: back leads to them as they were left. */
    sheetUnder?: SheetName[];
    /** The phone number that was just registered, or got its new password. */
    phone?: string;
  }
}

export interface SheetControls {
  open: SheetName | undefined;
  /** The sheets that back leads to, one after the other. */
  under: readonly SheetName[];
  /** The address has changed, and the page is about to follow. */
  moving: boolean;
  /** In the place of the one that is open. What else belongs into the address goes along. */
  show: (name: SheetName, more?: object) => void;
  /** A look aside: back leads to the one that is open now, and to what was typed there. */
  showOver: (name: SheetName) => void;
  close: () => void;
}

/** Opens and closes sheets; there is never more than one to be seen. */
export function useSheet(): SheetControls {
  const { sheet } = useSearch({ strict: false }) as SheetSearch;
  const navigate = useNavigate();
  const { history } = useRouter();
  const under = useRouterState({ select: ({ location }) => location.state.sheetUnder }) ?? none;
  const target = useRouterState({ select: ({ location }) => (location.search as SheetSearch).sheet });
  const to = (
    name: SheetName,
    { more, ...options }: { more?: object; replace: boolean; state: (state: HistoryState) => HistoryState },
  ) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, ...more, sheet: name }) as never,
      resetScroll: false,
      ...options,
    });
  return {
    open: sheet,
    under,
    moving: target !== sheet,
    show(name, more) {
      if (!sheet)
        return to(name, { more, replace: false, state: (state) => ({ ...state, sheetOpened: true }) });
      leave(history, dropLayers(), () => to(name, { more, replace: true, state: (state) => state }));
    },
    showOver(name) {
      if (!sheet) return this.show(name);
      leave(history, dropLayers(), () =>
        to(name, {
          replace: false,
          state: (state) => ({ ...state, sheetUnder: [...(state.sheetUnder ?? []), sheet] }),
        }),
      );
    },
    close() {
      const { sheetOpened, sheetUnder = [] } = history.location.state;
      leave(history, dropLayers() + sheetUnder.length + (sheetOpened ? 1 : 0), () => {
        if (sheetOpened) return;
        // A link led straight into it: the page stays.
        void navigate({
          to: '.',
          search: (search: object) => ({ ...search, sheet: undefined }) as never,
          replace: true,
          resetScroll: false,
        });
      });
    },
  };
}

const none: readonly SheetName[] = [];

/** Goes back over so many entries, and then on. */
function leave(history: RouterHistory, entries: number, then: () => void): void {
  if (entries === 0) return then();
  const stop = history.subscribe(() => {
    stop();
    then();
  });
  history.go(-entries);
}

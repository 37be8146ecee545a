import { useRouterState, useSearch, type AnyRouter, type HistoryState } from '@tanstack/react-router';
import { dropLayers } from '@/ui/layers';

/**
 * The sheets. The address names the open one (`?sheet=deposit`). So the back button closes it everywhere, a
 * link can open one directly, and a sheet never covers another.
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
  'transfer',
  'game',
  'bonus',
  'promotion',
  'clear-bonus',
  'prize',
  'coupon',
  'limits',
  'break',
  'reality',
  'invite',
  'collect',
  'refund',
  'slips',
  'password',
  'bank-name',
  'sessions',
  'passkeys',
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
    /** This entry was pushed by opening a sheet, so closing the sheet goes back. */
    sheetOpened?: boolean;
    /**
     * The sheets that this one was opened from. Each has its own entry, and back leads to it as it was left.
     */
    sheetUnder?: SheetName[];
    /** The phone number that was just registered, or that got a new password. */
    phone?: string;
    /** The password was just reset, and the member should check their passkeys. */
    passkeys?: boolean;
  }
}

interface SheetState {
  open: SheetName | undefined;
  /** The sheets that back leads to, in order. */
  under: readonly SheetName[];
  /** The address has changed, and the page will follow. */
  moving: boolean;
}

const none: readonly SheetName[] = [];

/** The open sheet; there is never more than one. */
export function useSheet(): SheetState {
  const { sheet } = useSearch({ strict: false }) as SheetSearch;
  const under = useRouterState({ select: ({ location }) => location.state.sheetUnder }) ?? none;
  const target = useRouterState({ select: ({ location }) => (location.search as SheetSearch).sheet });
  return { open: sheet, under, moving: target !== sheet };
}

/** The page's router. Components that a test renders alone have none, and open nothing. */
let router: AnyRouter | undefined;

export function startSheets(of: AnyRouter): void {
  router = of;
}

/** Opens a sheet, replacing the open one if any. `more` is added to the address's search parameters. */
export function showSheet(name: SheetName, more?: object): void {
  const opened = (state: HistoryState) => ({ ...state, sheetOpened: true });
  // Layers above the page, such as an alert, are removed first.
  if (!openNow()) return leave(dropLayers(), () => to(name, { more, replace: false, state: opened }));
  leave(dropLayers(), () => to(name, { more, replace: true, state: (state) => state }));
}

/** Opens a sheet on top of the open one: back leads to that sheet and its input. */
export function showOver(name: SheetName, more?: object): void {
  const sheet = openNow();
  if (!sheet) return showSheet(name, more);
  leave(dropLayers(), () =>
    to(name, {
      more,
      replace: false,
      state: (state) => ({ ...state, sheetUnder: [...(state.sheetUnder ?? []), sheet] }),
    }),
  );
}

export function closeSheet(): void {
  const { sheetOpened, sheetUnder = [] }: HistoryState = router?.history.location.state ?? {};
  leave(dropLayers() + sheetUnder.length + (sheetOpened ? 1 : 0), () => {
    if (sheetOpened) return;
    // A link opened the sheet directly, so there is no entry to go back to.
    void router?.navigate({
      to: '.',
      search: (search: object) => ({ ...search, sheet: undefined }) as never,
      replace: true,
      resetScroll: false,
    });
  });
}

/** Opens the page of this statement line. */
export function showLine(id: string): void {
  void router?.navigate({ to: '/user/statement/$id', params: { id } } as never);
}

/** Opens the bonus page. */
export function showBonuses(): void {
  void router?.navigate({ to: '/user/bonus' } as never);
}

function openNow(): SheetName | undefined {
  return (router?.state.location.search as SheetSearch | undefined)?.sheet;
}

interface Step {
  more?: object;
  replace: boolean;
  state: (state: HistoryState) => HistoryState;
}

function to(name: SheetName, { more, ...options }: Step): void {
  void router?.navigate({
    to: '.',
    search: (search: object) => ({ ...search, ...more, sheet: name }) as never,
    resetScroll: false,
    ...options,
  } as never);
}

/** Goes back over this many history entries, then calls `then`. */
function leave(entries: number, then: () => void): void {
  if (entries === 0 || !router) return then();
  const { history } = router;
  const stop = history.subscribe(() => {
    stop();
    then();
  });
  history.go(-entries);
}

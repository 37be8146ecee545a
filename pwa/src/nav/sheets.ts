import { useRouterState, useSearch, type AnyRouter, type HistoryState } from '@tanstack/react-router';
import { dropLayers } from '@/ui/layers';

/**
 * The names of the sheets. The address names the open sheet (`?sheet=deposit`). So the back button always
 * closes it, a link can open it directly, and no sheet covers another.
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

/** Returns the sheet of an address, for a route's `validateSearch`. An unknown name opens no sheet. */
export function sheetSearch(search: Record<string, unknown>): SheetSearch {
  const sheet = sheetNames.find((name) => name === search.sheet);
  return sheet ? { sheet } : {};
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if opening a sheet has pushed this entry. Closing the sheet then goes back. */
    sheetOpened?: boolean;
    /**
     * The sheets below this one, from which it was opened. Each has its own entry, and "back" shows it with
     * its input.
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
  /** True if the address has changed and the page has not followed yet. */
  moving: boolean;
}

const none: readonly SheetName[] = [];

/** Returns the open sheet. At most one is open. */
export function useSheet(): SheetState {
  const { sheet } = useSearch({ strict: false }) as SheetSearch;
  const under = useRouterState({ select: ({ location }) => location.state.sheetUnder }) ?? none;
  const target = useRouterState({ select: ({ location }) => (location.search as SheetSearch).sheet });
  return { open: sheet, under, moving: target !== sheet };
}

/** The page's router. Tests that render a component alone have no router, and open no sheet. */
let router: AnyRouter | undefined;

export function startSheets(newRouter: AnyRouter): void {
  router = newRouter;
}

/** Opens a sheet, replacing the open one if any. `more` is added to the address's search parameters. */
export function showSheet(name: SheetName, more?: object): void {
  const opened = (state: HistoryState) => ({ ...state, sheetOpened: true });
  // Layers above the page, such as an alert, are removed first.
  if (!openNow())
    return goBackThen(dropLayers(), () => navigateToSheet(name, { more, replace: false, state: opened }));
  goBackThen(dropLayers(), () => navigateToSheet(name, { more, replace: true, state: (state) => state }));
}

/** Opens a sheet on top of the open one. "Back" leads to the open one and its input. */
export function showSheetOver(name: SheetName, more?: object): void {
  const sheet = openNow();
  if (!sheet) return showSheet(name, more);
  goBackThen(dropLayers(), () =>
    navigateToSheet(name, {
      more,
      replace: false,
      state: (state) => ({ ...state, sheetUnder: [...(state.sheetUnder ?? []), sheet] }),
    }),
  );
}

export function closeSheet(): void {
  const { sheetOpened, sheetUnder = [] }: HistoryState = router?.history.location.state ?? {};
  goBackThen(dropLayers() + sheetUnder.length + (sheetOpened ? 1 : 0), () => {
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

function navigateToSheet(name: SheetName, { more, ...options }: Step): void {
  void router?.navigate({
    to: '.',
    search: (search: object) => ({ ...search, ...more, sheet: name }) as never,
    resetScroll: false,
    ...options,
  } as never);
}

/** Goes back over this many history entries, then calls `then`. */
function goBackThen(entries: number, then: () => void): void {
  if (entries === 0 || !router) return then();
  const { history } = router;
  const stop = history.subscribe(() => {
    stop();
    then();
  });
  history.go(-entries);
}

import { useRouterState, useSearch, type AnyRouter, type HistoryState } from '@tanstack/react-router';
import { dropLayers } from '@/ui/layers';

/**
 * The modals. The address names the open one (`?sheet=deposit`), so the back button closes it
 * everywhere, a link can lead straight into one, and there is never a sheet on a sheet.
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
    /** This entry was pushed by opening a sheet, so closing it goes back. */
    sheetOpened?: boolean;
    /** The sheets that this one was opened from. Each has an entry of its own, and back leads to it as it was left. */
    sheetUnder?: SheetName[];
    /** The phone number that was just registered, or got its new password. */
    phone?: string;
    /** The password was just reset, and passkeys are to be looked at. */
    passkeys?: boolean;
  }
}

interface SheetState {
  open: SheetName | undefined;
  /** The sheets that back leads to, one after the other. */
  under: readonly SheetName[];
  /** The address has changed, and the page is about to follow. */
  moving: boolean;
}

const none: readonly SheetName[] = [];

/** Which sheet is shown; there is never more than one. */
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

/** Opens a sheet, in place of the open one if there is one. `more` is added to the address's search. */
export function showSheet(name: SheetName, more?: object): void {
  const opened = (state: HistoryState) => ({ ...state, sheetOpened: true });
  // What lies over the page, such as an alert, goes first.
  if (!openNow()) return leave(dropLayers(), () => to(name, { more, replace: false, state: opened }));
  leave(dropLayers(), () => to(name, { more, replace: true, state: (state) => state }));
}

/** Opens a sheet over the open one: back leads to that one again, and to what was typed there. */
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
    // A link led straight into the sheet, so there is no entry to go back to.
    void router?.navigate({
      to: '.',
      search: (search: object) => ({ ...search, sheet: undefined }) as never,
      replace: true,
      resetScroll: false,
    });
  });
}

/** Leads to this line's page. */
export function showLine(id: string): void {
  void router?.navigate({ to: '/user/statement/$id', params: { id } } as never);
}

/** Leads to the page of bonuses. */
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

/** Goes back over this many entries, and then does `then`. */
function leave(entries: number, then: () => void): void {
  if (entries === 0 || !router) return then();
  const { history } = router;
  const stop = history.subscribe(() => {
    stop();
    then();
  });
  history.go(-entries);
}

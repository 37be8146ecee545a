/**
 * The console's addresses: its works and the open conversation. `pages.ts` names the code that draws each. Code that
 * is not of React reads them here, by the router's history, and is told when they change.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
  useRouterState,
  type NavigateOptions,
} from '@tanstack/react-router';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';
import { workNow, type Section } from './session';

const paths = {
  inbox: '/operator',
  queue: '/operator/cashier',
  pairs: '/operator/cashier/two',
  log: '/operator/log',
} as const satisfies Record<Section, string>;

export const rootRoute = createRootRoute({
  beforeLoad({ location }) {
    const work = workNow();
    // No page, and no code of one: the login or the refusal is shown.
    if (!work[0]) throw notFound();
    // An address of others' work leads to one's own.
    if (!work.includes(sectionAt(location.pathname))) throw redirect({ href: paths[work[0]], replace: true });
  },
});
/** The list stays as it is while one conversation after the other is opened beside it. */
export const inboxRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.inbox });
const listRoute = createRoute({ getParentRoute: () => inboxRoute, path: '/' });
const conversationRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$id',
  // What is no number is the address of no conversation.
  params: { parse: ({ id }) => /^\d+$/.test(id) && { id } },
});
const unknownRoute = createRoute({ getParentRoute: () => inboxRoute, path: '$' });
export const queueRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.queue });
export const pairsRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.pairs });
export const logRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.log });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    inboxRoute.addChildren([listRoute, conversationRoute, unknownRoute]),
    queueRoute,
    pairsRoute,
    logRoute,
  ]),
  // The page that is left stays until the next one's code is there; on a slow line a second later a sign of it.
  defaultPendingMs: 1000,
  defaultPendingMinMs: 0,
});

/** `Register` holds the members' router: its types, not these, are those of the bare `router.navigate`. */
const go = router.navigate as unknown as <const To extends string>(
  to: NavigateOptions<typeof router, string, To>,
) => Promise<void>;

const { history } = router;
const section = new Store<Section>(sectionAt(history.location.pathname));
const open = new Store<string | null>(idAt(history.location.pathname));
history.subscribe(() => {
  section.set(sectionAt(history.location.pathname));
  open.set(idAt(history.location.pathname));
});

/** The work that the address names, also while its page is still on its way. */
export function useSection(): Section {
  return useStore(section);
}

export const sectionNow = section.get;

export const watchSection = section.watch;

/** Settled once the page is shown. */
export async function openSection(next: Section): Promise<void> {
  if (next !== section.get() || open.get() !== null) await go({ to: paths[next] });
}

/** The id of the conversation that the page shows, or null for the list alone. */
export function useOpen(): string | null {
  return useRouterState({ router, select: ({ matches }) => idOf(matches.at(-1)?.params) });
}

export const openId = open.get;

export const watchOpen = open.watch;

/** Settled once it is shown. */
export async function openConversation(id: string): Promise<void> {
  // From one to the next is one step back to the list, not one for each that was looked at.
  if (id !== open.get()) await go({ to: '/operator/$id', params: { id }, replace: open.get() !== null });
}

export async function closeConversation(): Promise<void> {
  if (open.get() !== null) await go({ to: paths.inbox, replace: true });
}

function sectionAt(path: string): Section {
  const [, , route] = router.getMatchedRoutes(path);
  const [found] = Object.entries(paths).find(([, each]) => each === route?.fullPath) ?? [];
  return (found as Section | undefined) ?? 'inbox';
}

function idAt(path: string): string | null {
  return idOf(router.getMatchedRoutes(path)[1]);
}

function idOf(params: { id?: string } = {}): string | null {
  return params.id ?? null;
}

/**
 * The console's addresses: its sections and the open conversation. `pages.ts` sets the code of each. Code
 * outside React reads them here from the router's history, and is notified when they change.
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
import { currentSections, type Section } from './session';

const paths = {
  inbox: '/operator',
  queue: '/operator/cashier',
  proposals: '/operator/cashier/two',
  log: '/operator/log',
} as const satisfies Record<Section, string>;

export const rootRoute = createRootRoute({
  beforeLoad({ location }) {
    const sections = currentSections();
    // No page is shown and no page's code is loaded. The login or the refusal is shown instead.
    if (!sections[0]) throw notFound();
    // If the role may not use the section of the address, the operator's first section opens.
    if (!sections.includes(sectionAt(location.pathname)))
      throw redirect({ href: paths[sections[0]], replace: true });
  },
});
/** The list stays mounted while the operator opens conversations next to it. */
export const inboxRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.inbox });
const listRoute = createRoute({ getParentRoute: () => inboxRoute, path: '/' });
const conversationRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$id',
  // The address of a conversation must be a number.
  params: { parse: ({ id }) => /^\d+$/.test(id) && { id } },
});
const unknownRoute = createRoute({ getParentRoute: () => inboxRoute, path: '$' });
export const queueRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.queue });
export const proposalsRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.proposals });
export const logRoute = createRoute({ getParentRoute: () => rootRoute, path: paths.log });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    inboxRoute.addChildren([listRoute, conversationRoute, unknownRoute]),
    queueRoute,
    proposalsRoute,
    logRoute,
  ]),
  // The page being left stays until the code of the next one is loaded. After a second a spinner replaces it.
  defaultPendingMs: 1000,
  defaultPendingMinMs: 0,
});

/**
 * `navigateTo` is `router.navigate` with the console's types. The type `Register` has the members' routes, and
 * `router.navigate` would use those.
 */
const navigateTo = router.navigate as unknown as <const To extends string>(
  to: NavigateOptions<typeof router, string, To>,
) => Promise<void>;

const { history } = router;
const section = new Store<Section>(sectionAt(history.location.pathname));
const open = new Store<string | null>(idAt(history.location.pathname));
history.subscribe(() => {
  section.set(sectionAt(history.location.pathname));
  open.set(idAt(history.location.pathname));
});

/** Returns the section that the address names, even while its page is loading. */
export function useSection(): Section {
  return useStore(section);
}

export const readSection = section.get;

export const watchSection = section.watch;

/** Opens a section. Resolves once its page is shown. */
export async function openSection(next: Section): Promise<void> {
  if (next !== section.get() || open.get() !== null) await navigateTo({ to: paths[next] });
}

/** Returns the id of the open conversation, or null if only the list is shown. */
export function useOpen(): string | null {
  return useRouterState({ router, select: ({ matches }) => idOf(matches.at(-1)?.params) });
}

export const readOpenId = open.get;

export const watchOpen = open.watch;

/** Opens a conversation. Resolves once it is shown. */
export async function openConversation(id: string): Promise<void> {
  // If a conversation is already open, its history entry is replaced. So "back" leads to the list in one
  // step.
  if (id !== open.get())
    await navigateTo({ to: '/operator/$id', params: { id }, replace: open.get() !== null });
}

export async function closeConversation(): Promise<void> {
  if (open.get() !== null) await navigateTo({ to: paths.inbox, replace: true });
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

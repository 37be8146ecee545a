/** The inbox of whoever is signed in: asked for, kept live by frames, asked for again when in doubt. */
import { Store } from '@/data/kit/store';
import { askInbox } from '../calls';
import { setCount } from '../frame/counts';
import { currentSession } from '../session';
import type { Summary } from '../types';
import { dropRow, emptyInbox, PAGE_SIZE, putPage, putSummary, rowsOf, type Filter, type Inbox } from './list';

/** A conversation that is new here may be followed by more: one question for all of them. */
const SETTLE_MS = 400;
/** Who is online goes out of date without a frame. */
const STALE_MS = 60_000;
const RETRY_MS = 5_000;

export interface InboxState {
  inbox: Inbox;
  filter: Filter;
  state: 'loading' | 'ready' | 'failed';
  hasMore: boolean;
  /** Conversations whose customer writes right now. */
  typing: ReadonlySet<string>;
}

const start: InboxState = {
  inbox: emptyInbox,
  filter: 'open',
  state: 'loading',
  hasMore: false,
  typing: new Set(),
};

export const inboxStore = new Store<InboxState>(start);
inboxStore.watch(() => setCount('inbox', inboxStore.get().inbox.unread));

let asking = 0;
/** Frames that came while a page was on its way: they are newer than it. */
let heardMeanwhile: Summary[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function summaryOf(state: InboxState, id: string | null): Summary | undefined {
  return id === null ? undefined : state.inbox.rows.get(id);
}

export function setFilter(filter: Filter): void {
  if (inboxStore.get().filter === filter) return;
  inboxStore.change((state) => ({ ...state, filter, state: 'loading', hasMore: false }));
  void refreshInbox();
}

/** The first page anew. Never rejects: it tries again by itself. */
export async function refreshInbox(): Promise<void> {
  await load(true);
}

export async function loadMore(): Promise<void> {
  await load(false);
}

export function hearSummary(row: Summary): void {
  const isNew = !inboxStore.get().inbox.rows.has(row.id);
  heardMeanwhile.push(row);
  inboxStore.change((state) => ({ ...state, inbox: putSummary(state.inbox, row) }));
  // The counts were told without it, or with it: only the server knows.
  if (isNew) refreshIn(SETTLE_MS);
}

export function loseConversation(id: string): void {
  inboxStore.change((state) => ({ ...state, inbox: dropRow(state.inbox, id) }));
  refreshIn(SETTLE_MS);
}

export function noteTyping(id: string, on: boolean): void {
  inboxStore.change((state) => {
    if (state.typing.has(id) === on) return state;
    const typing = new Set(state.typing);
    if (on) typing.add(id);
    else typing.delete(id);
    return { ...state, typing };
  });
}

/** Nobody is signed in: nothing of the customers stays. */
export function clearInbox(): void {
  clearTimeout(timer);
  asking++;
  inboxStore.set(start);
}

async function load(isFirst: boolean): Promise<void> {
  const me = currentSession()?.username;
  if (!me) return;
  clearTimeout(timer);
  const turn = ++asking;
  heardMeanwhile = [];
  const { filter, inbox } = inboxStore.get();
  const skip = isFirst ? 0 : rowsOf(inbox, filter, me).length;
  try {
    const page = await askInbox({
      status: filter === 'closed' ? 'closed' : 'open',
      mine: filter === 'mine',
      skip,
    });
    if (turn !== asking) return;
    inboxStore.change((state) => ({
      ...state,
      inbox: heardMeanwhile.reduce(putSummary, putPage(state.inbox, page, { filter, me, isFirst })),
      state: 'ready',
      // A look at the first page anew says nothing of where the list ends.
      hasMore:
        isFirst && state.state === 'ready' && rowsOf(inbox, filter, me).length > PAGE_SIZE
          ? state.hasMore
          : page.conversations.length === PAGE_SIZE,
    }));
    refreshIn(STALE_MS);
  } catch {
    if (turn !== asking) return;
    inboxStore.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
    refreshIn(RETRY_MS);
  }
}

function refreshIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshInbox(), ms);
}

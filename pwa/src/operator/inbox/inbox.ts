/**
 * The inbox of the logged-in operator. Socket frames update it. If they do not suffice, it is loaded again.
 */
import { Store } from '@/data/kit/store';
import { fetchInbox } from '../calls';
import { setCount } from '../frame/counts';
import { currentSession } from '../session';
import type { Summary } from '../types';
import { dropRow, emptyInbox, PAGE_SIZE, putPage, putSummary, rowsOf, type Filter, type Inbox } from './list';

/** One request after this many ms covers several new conversations that arrive together. */
const SETTLE_MS = 400;
/** No frame reports whether a customer is online, so the inbox is reloaded after this many ms. */
const STALE_MS = 60_000;
const RETRY_MS = 5_000;

export interface InboxState {
  inbox: Inbox;
  filter: Filter;
  state: 'loading' | 'ready' | 'failed';
  hasMore: boolean;
  /** Conversations in which the customer is typing. */
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

let requestNumber = 0;
/** Frames that were received while a page was loading. They are newer than the page. */
let receivedMeanwhile: Summary[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function summaryOf(state: InboxState, id: string | null): Summary | undefined {
  return id === null ? undefined : state.inbox.rows.get(id);
}

export function setFilter(filter: Filter): void {
  if (inboxStore.get().filter === filter) return;
  inboxStore.change((state) => ({ ...state, filter, state: 'loading', hasMore: false }));
  void refreshInbox();
}

/** Loads the first page again. Never rejects: it retries automatically. */
export async function refreshInbox(): Promise<void> {
  await loadPage(true);
}

export async function loadMore(): Promise<void> {
  await loadPage(false);
}

export function storeSummary(row: Summary): void {
  const isNew = !inboxStore.get().inbox.rows.has(row.id);
  receivedMeanwhile.push(row);
  inboxStore.change((state) => ({ ...state, inbox: putSummary(state.inbox, row) }));
  // Whether the counts include this conversation is unknown, so they are requested again.
  if (isNew) refreshIn(SETTLE_MS);
}

export function removeConversation(id: string): void {
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

/** Removes all data of customers. Called when the session has ended. */
export function clearInbox(): void {
  clearTimeout(timer);
  requestNumber++;
  inboxStore.set(start);
}

async function loadPage(isFirst: boolean): Promise<void> {
  const me = currentSession()?.username;
  if (!me) return;
  clearTimeout(timer);
  const thisRequest = ++requestNumber;
  receivedMeanwhile = [];
  const { filter, inbox } = inboxStore.get();
  const skip = isFirst ? 0 : rowsOf(inbox, filter, me).length;
  try {
    const page = await fetchInbox({
      status: filter === 'closed' ? 'closed' : 'open',
      mine: filter === 'mine',
      skip,
    });
    if (thisRequest !== requestNumber) return;
    inboxStore.change((state) => ({
      ...state,
      inbox: receivedMeanwhile.reduce(putSummary, putPage(state.inbox, page, { filter, me, isFirst })),
      state: 'ready',
      // If only the first page is reloaded, it does not show where the list ends.
      hasMore:
        isFirst && state.state === 'ready' && rowsOf(inbox, filter, me).length > PAGE_SIZE
          ? state.hasMore
          : page.conversations.length === PAGE_SIZE,
    }));
    refreshIn(STALE_MS);
  } catch {
    if (thisRequest !== requestNumber) return;
    inboxStore.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
    refreshIn(RETRY_MS);
  }
}

function refreshIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshInbox(), ms);
}

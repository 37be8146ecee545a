import { useEffect, useMemo, useState } from 'react';
import { useLast, useLiveIn } from '../../engine/live/live';
import { useStore } from '../../kit/use-store';
import { uploadProgress } from '../../engine/outbox/progress';
import type { QueueDb } from '../../storage/db';
import { fetchHistory, fetchOlder, PAGE_SIZE } from './history';
import { startLive } from './live';
import { chatOwner } from './owner';
import { resumeChat } from './resume';
import { roomOf } from './room';
import { chatStatus } from './status';
import type { ShownMessage } from './shown';
import { useConversationStore } from './use-unread';
import { readConversation, shownMessages } from './view';

export interface Conversation {
  /** Oldest first; unsent messages come last, in the order of writing. */
  messages: ShownMessage[];
  hasOlder: boolean;
  /** Shows one more page of older messages, from the device or else from the server. Never rejects. */
  loadOlder: () => Promise<void>;
  /** True while there is nothing to show and a response may still come. */
  loading: boolean;
  supportTyping: boolean;
  supportReadSeq: number;
  unread: number;
  connected: boolean;
}

/** If the socket cannot connect, the open conversation is polled. */
const POLL_MS = 10_000;

/** useConversation returns the conversation of this page's member or guest, kept live while it is shown. */
export function useConversation(): Conversation {
  const { db, room } = useConversationStore();
  const [start, setStart] = useState<{ room: string; seq: number } | null>(null);
  const from = start && start.room === room ? start.seq : null;
  const view = useLast(
    useLiveIn(room ? db : null, `view ${room} ${from}`, (database) =>
      readConversation(database, room ?? '', from),
    ),
  );
  const currentView = view && view.room === room ? view : null;
  const { connected, supportTyping } = useStore(chatStatus);
  const progress = useStore(uploadProgress);
  const messages = useMemo(
    () => (currentView ? shownMessages(currentView, progress) : []),
    [currentView, progress],
  );
  const fetchedRoom = useLiveConversation(room, currentView?.known === undefined, connected);

  // The first read sets where the list starts. New messages must not push the first ones out of the list.
  if (room && currentView?.known && from === null) setStart({ room, seq: currentView.from });

  return {
    messages,
    hasOlder: currentView?.known !== undefined && currentView.from > 1,
    loadOlder: async () => {
      if (!db || !room || !currentView?.known) return;
      const seq = await olderStart(db, room, currentView.from).catch(() => currentView.from);
      setStart({ room, seq });
    },
    loading: room !== null && currentView?.known === undefined && !fetchedRoom,
    supportTyping,
    supportReadSeq: currentView?.supportReadSeq ?? 0,
    unread: currentView?.unread ?? 0,
    connected,
  };
}

/**
 * Keeps the conversation live while it is shown. For an unknown conversation, returns true once the attempt
 * to fetch it has ended.
 */
function useLiveConversation(room: string | null, unknown: boolean, connected: boolean): boolean {
  const [fetchedRoom, setFetchedRoom] = useState('');
  useEffect(() => startLive(), []);
  useEffect(() => {
    if (!room || !unknown) return;
    let shown = true;
    void resumeChat().then(() => shown && setFetchedRoom(room));
    return () => {
      shown = false;
    };
  }, [room, unknown]);
  useEffect(() => {
    if (connected || !room) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void resumeChat(), POLL_MS);
    return () => clearInterval(timer);
  }, [connected, room]);
  return fetchedRoom === room;
}

/** Returns the number at which the list starts when it shows one more page. */
async function olderStart(db: QueueDb, room: string, from: number): Promise<number> {
  const floorOf = async () => (await roomOf(db, room)).known?.floor ?? from;
  if (from <= (await floorOf())) {
    const owner = await chatOwner();
    if (owner?.room !== room) return from;
    const { withDb, caller } = owner;
    await fetchOlder({ room, withDb, fetchPage: (query) => fetchHistory(caller, query) });
  }
  return Math.max(await floorOf(), from - PAGE_SIZE);
}

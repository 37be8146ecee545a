import { useEffect, useMemo, useState } from 'react';
import { useLast, useLiveIn } from '../../engine/live/live';
import { useStore } from '../../kit/use-store';
import { uploadProgress } from '../../engine/outbox/progress';
import type { QueueDb } from '../../storage/db';
import { askHistory, fetchOlder, PAGE_SIZE } from './history';
import { startLive } from './live';
import { chatOwner } from './owner';
import { resumeChat } from './resume';
import { roomOf } from './room';
import { chatStatus } from './status';
import type { ShownMessage } from './shown';
import { useChatPlace } from './use-unread';
import { readView, shownOf } from './view';

export interface Conversation {
  /** Oldest first; what is not sent yet comes last, in the order it was written. */
  messages: ShownMessage[];
  hasOlder: boolean;
  /** One page more: from the phone, else from the server. Never rejects. */
  loadOlder: () => Promise<void>;
  /** True while there is nothing to show and an answer may still come. */
  loading: boolean;
  supportTyping: boolean;
  supportReadSeq: number;
  unread: number;
  connected: boolean;
}

/** Where sockets do not get through, the open conversation is asked for by the clock. */
const POLL_MS = 10_000;

/** The conversation of whoever uses this page, kept live while it is shown. */
export function useConversation(): Conversation {
  const { db, room } = useChatPlace();
  const [start, setStart] = useState<{ room: string; seq: number } | null>(null);
  const from = start && start.room === room ? start.seq : null;
  const view = useLast(
    useLiveIn(room ? db : null, `view ${room} ${from}`, (of) => readView(of, room ?? '', from)),
  );
  const here = view && view.room === room ? view : null;
  const { connected, supportTyping } = useStore(chatStatus);
  const progress = useStore(uploadProgress);
  const messages = useMemo(() => (here ? shownOf(here, progress) : []), [here, progress]);
  const asked = useLive(room, here?.known === undefined, connected);

  // The first look decides where the list begins: what arrives later must not push its head away.
  if (room && here?.known && from === null) setStart({ room, seq: here.from });

  return {
    messages,
    hasOlder: here?.known !== undefined && here.from > 1,
    loadOlder: async () => {
      if (!db || !room || !here?.known) return;
      const seq = await olderStart(db, room, here.from).catch(() => here.from);
      setStart({ room, seq });
    },
    loading: room !== null && here?.known === undefined && !asked,
    supportTyping,
    supportReadSeq: here?.supportReadSeq ?? 0,
    unread: here?.unread ?? 0,
    connected,
  };
}

/** Listens while this is shown. True once the server was asked for a conversation not known yet. */
function useLive(room: string | null, unknown: boolean, connected: boolean): boolean {
  const [asked, setAsked] = useState('');
  useEffect(() => startLive(), []);
  useEffect(() => {
    if (!room || !unknown) return;
    let shown = true;
    void resumeChat().then(() => shown && setAsked(room));
    return () => {
      shown = false;
    };
  }, [room, unknown]);
  useEffect(() => {
    if (connected || !room) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void resumeChat(), POLL_MS);
    return () => clearInterval(timer);
  }, [connected, room]);
  return asked === room;
}

/** Where the list begins with one page more. */
async function olderStart(db: QueueDb, room: string, from: number): Promise<number> {
  const floorOf = async () => (await roomOf(db, room)).known?.floor ?? from;
  if (from <= (await floorOf())) {
    const owner = await chatOwner();
    if (owner?.room !== room) return from;
    const { store, caller } = owner;
    await fetchOlder({ room, store, ask: (question) => askHistory(caller, question) });
  }
  return Math.max(await floorOf(), from - PAGE_SIZE);
}

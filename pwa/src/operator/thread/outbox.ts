/** The console's only sender of replies, and whether it has unsent replies. */
import { newId } from '@/data/kit/digest';
import { reply, uploadMedia } from '../calls';
import { Sender } from './sender';
import { changeThread, roomOf, rooms } from './threads';

export const sender = new Sender({
  threadOf: (conversation) => roomOf(conversation).thread,
  change: changeThread,
  reply,
  upload: uploadMedia,
  newId,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
});

/** Sends, after a login, the replies that were unsent at the end of the last session. */
export function sendLeftovers(): void {
  for (const [conversation, { thread }] of rooms.get()) {
    if (thread.outgoing.length > 0) void sender.run(conversation);
  }
}

export function hasUnsent(): boolean {
  return [...rooms.get().values()].some(({ thread }) => thread.outgoing.length > 0);
}

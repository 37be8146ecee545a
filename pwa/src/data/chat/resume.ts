/** Catching up with the conversation, one at a time, again by itself while it fails. */
import { isGuestRetired } from '../api/errors';
import { backoff } from '../kit/retry';
import { isGuest } from '../member';
import { askHistory, catchUpRoom, type HistoryQuestion } from './history';
import { chatOwner } from './owner';
import { retireGuest } from './renew';

const RETRIES = { firstMs: 2_000, longestMs: 30_000 };

let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Resolves when nothing more can be had now; never rejects. */
export function resumeChat(): Promise<void> {
  if (running) again = true;
  else running = resumeUntilQuiet().finally(() => (running = null));
  return running;
}

/** Lets go of the wish to try again. */
export function restChat(): void {
  clearTimeout(retry);
  failures = 0;
}

async function resumeUntilQuiet(): Promise<void> {
  clearTimeout(retry);
  let through: boolean;
  do {
    again = false;
    through = await resumeOnce().then(
      () => true,
      () => false,
    );
  } while (again);
  failures = through ? 0 : failures + 1;
  if (through) return;
  retry = setTimeout(() => void resumeChat(), backoff(RETRIES, failures));
}

async function resumeOnce(): Promise<void> {
  const owner = await chatOwner();
  if (!owner) return;
  const { room, store, caller } = owner;
  const ask = (question: HistoryQuestion) => askHistory(caller, question);
  await catchUpRoom({ room, store, ask }).catch((error: unknown) => {
    if (!isGuest(caller) || !isGuestRetired(error)) throw error;
    return retireGuest(caller.guestId);
  });
}

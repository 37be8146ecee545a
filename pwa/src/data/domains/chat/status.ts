/** The state of the conversation's screen that is not in rows. It exists only in this page's memory. */
import { Store } from '../../kit/store';

export interface ChatStatus {
  connected: boolean;
  supportTyping: boolean;
}

/** "Typing" is cleared after this many ms, since a "stopped typing" frame may get lost. */
const TYPING_MS = 30_000;

export const chatStatus = new Store<ChatStatus>({ connected: false, supportTyping: false });

let timer: ReturnType<typeof setTimeout> | undefined;

export function noteConnected(connected: boolean): void {
  changeStatus({ connected });
  if (!connected) noteSupportTyping(false);
}

export function noteSupportTyping(supportTyping: boolean): void {
  clearTimeout(timer);
  if (supportTyping) timer = setTimeout(() => noteSupportTyping(false), TYPING_MS);
  changeStatus({ supportTyping });
}

function changeStatus(change: Partial<ChatStatus>): void {
  const status = chatStatus.get();
  const next = { ...status, ...change };
  if (next.connected === status.connected && next.supportTyping === status.supportTyping) return;
  chatStatus.set(next);
}

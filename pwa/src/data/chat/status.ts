/** What the conversation's screen knows besides the rows: in memory, of this page alone. */
export interface ChatStatus {
  connected: boolean;
  supportTyping: boolean;
}

/** A "stopped typing" may get lost on the way. */
const TYPING_MS = 30_000;

let status: ChatStatus = { connected: false, supportTyping: false };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function chatStatus(): ChatStatus {
  return status;
}

export function watchChatStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteConnected(connected: boolean): void {
  set({ connected });
  if (!connected) noteSupportTyping(false);
}

export function noteSupportTyping(supportTyping: boolean): void {
  clearTimeout(timer);
  if (supportTyping) timer = setTimeout(() => noteSupportTyping(false), TYPING_MS);
  set({ supportTyping });
}

function set(change: Partial<ChatStatus>): void {
  const next = { ...status, ...change };
  if (next.connected === status.connected && next.supportTyping === status.supportTyping) return;
  status = next;
  for (const listener of listeners) listener();
}

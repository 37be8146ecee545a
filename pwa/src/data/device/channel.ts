/**
 * Messages between the tabs and the service worker of this device. Rows need no message: Dexie notifies
 * other tabs of its changes itself.
 */
export type Message =
  /** The stored token changed: login, expiry, or cleared on a public page. */
  | { type: 'session' }
  /** This member logged out on purpose: close the database, forget the token. */
  | { type: 'logout'; memberId: string }
  /** This member's synced data was deleted: their session ended, in a page or in the service worker. */
  | { type: 'stripped'; memberId: string }
  /** The server refused the service worker's token. Only a page can clear it. */
  | { type: 'refused'; token: string }
  /** A push arrived: the server has something new. */
  | { type: 'news' }
  /** The progress of an upload in another tab or in the service worker, from 0 to 1. */
  | { type: 'progress'; id: string; share: number };

const NAME = 'wallet';
let channel: BroadcastChannel | null = null;

/**
 * broadcast sends the message to the other tabs and the service worker. Without BroadcastChannel it does
 * nothing.
 */
export function broadcast(message: Message): void {
  open()?.postMessage(message);
}

/**
 * onBroadcast calls the listener with messages of the other tabs and the service worker, never with messages
 * of this tab. Returns the unsubscribe function.
 */
export function onBroadcast(listener: (message: Message) => void): () => void {
  const onMessage = (event: MessageEvent<Message>) => listener(event.data);
  const opened = open();
  opened?.addEventListener('message', onMessage);
  return () => opened?.removeEventListener('message', onMessage);
}

function open(): BroadcastChannel | null {
  if (!channel && typeof BroadcastChannel === 'function') channel = new BroadcastChannel(NAME);
  return channel;
}

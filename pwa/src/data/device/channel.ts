/**
 * Words between the tabs and the service worker of this device. Rows need none: Dexie tells
 * other tabs of its changes by itself.
 */
export type Message =
  /** The stored token changed: signed in, expired, or cleared on a public page. */
  | { type: 'session' }
  /** This member left the device on purpose: let go of the database, forget the token. */
  | { type: 'logout'; memberId: string }
  /** This member's copy is empty: their session ended, in a page or in the service worker. */
  | { type: 'stripped'; memberId: string }
  /** The service worker met a refused token; only a page can clear it. */
  | { type: 'refused'; token: string }
  /** A push came in: something is new at the server. */
  | { type: 'news' }
  /** An upload under way elsewhere, 0 to 1. */
  | { type: 'progress'; id: string; share: number };

const NAME = 'wallet';
let channel: BroadcastChannel | null = null;

/** Tells the others. A browser without BroadcastChannel has to do without. */
export function tell(message: Message): void {
  open()?.postMessage(message);
}

/** Hears the others, never this context itself. Returns how to stop. */
export function hear(listener: (message: Message) => void): () => void {
  const onMessage = (event: MessageEvent<Message>) => listener(event.data);
  const heard = open();
  heard?.addEventListener('message', onMessage);
  return () => heard?.removeEventListener('message', onMessage);
}

function open(): BroadcastChannel | null {
  if (!channel && typeof BroadcastChannel === 'function') channel = new BroadcastChannel(NAME);
  return channel;
}

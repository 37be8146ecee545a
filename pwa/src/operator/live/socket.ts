/**
 * One socket to the server, kept open as long as it is wanted. It carries hints only: whatever is
 * lost on it is found again by asking. Who we are is said in the first frame, never in the address.
 */
import type { ChatMessage } from '@/data/chat/types';
import type { Summary } from '../types';

export type Frame =
  | { type: 'joined' }
  | { type: 'inbox'; conversation: Summary }
  /** A guest's, who signed in: it goes on in the member's. */
  | { type: 'gone'; conversation: string }
  | { type: 'messaging'; conversation: string; message: ChatMessage }
  | { type: 'read'; conversation: string; by: 'customer' | 'support'; seq: number }
  | { type: 'typing'; conversation: string; by: 'customer' | 'support'; on: boolean }
  | { type: 'pong' }
  | { type: 'left'; message: string };

export interface TypingFrame {
  type: 'typing';
  conversation: string;
  on: boolean;
}

export interface SocketWatcher {
  heard: (frame: Frame) => void;
  /** True from `joined` on, false when the line is gone. */
  connected: (open: boolean) => void;
}

const CHECK_MS = 5_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
const JOIN_MS = 10_000;
const SILENCE_MS = 30_000;
const PONG_MS = 10_000;
/** Who comes back to the tab does not wait that long. */
const WAKE_PONG_MS = 3_000;
/** A line that held so long was a good one: the next retry is quick again. */
const STEADY_MS = 10_000;

export class StaffSocket {
  readonly #token: string;
  readonly #watcher: SocketWatcher;
  readonly #check: ReturnType<typeof setInterval>;
  #socket: WebSocket | null = null;
  #joinedAt: number | null = null;
  #heardAt = 0;
  #failures = 0;
  /** When the line counts as dead unless something is heard. */
  #deadline = Infinity;
  #retryAt = Infinity;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(token: string, watcher: SocketWatcher) {
    this.#token = token;
    this.#watcher = watcher;
    // A sleeping tab's timers come late: every wait is looked at again by the clock.
    this.#check = setInterval(() => this.#look(), CHECK_MS);
    this.#connect();
  }

  /** The network or the tab is back: now, instead of when the wait is over. */
  wake(): void {
    if (this.#closed) return;
    if (this.#joinedAt !== null) this.#ask(WAKE_PONG_MS);
    else if (!this.#socket) this.#connectIn(FIRST_RETRY_MS / 2);
  }

  send(frame: TypingFrame | { type: 'ping' }): void {
    if (this.#joinedAt !== null && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#check);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    this.#retryAt = Infinity;
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#deadline = Date.now() + JOIN_MS;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'join', operatorToken: this.#token }));
    socket.onmessage = ({ data }) => this.#socket === socket && this.#hear(data);
    socket.onclose = () => this.#socket === socket && this.#lost();
  }

  #hear(data: unknown): void {
    const frame = parse(data);
    if (!frame) return;
    this.#heardAt = Date.now();
    if (frame.type === 'joined') {
      this.#joinedAt = Date.now();
      this.#watcher.connected(true);
    }
    if (this.#joinedAt !== null) this.#deadline = Infinity;
    this.#watcher.heard(frame);
  }

  #look(): void {
    const now = Date.now();
    if (this.#socket && now >= this.#deadline) this.#lost();
    else if (!this.#socket && now >= this.#retryAt) this.#connectIn(0);
    else if (this.#joinedAt !== null && this.#deadline === Infinity && now - this.#heardAt >= SILENCE_MS) this.#ask(PONG_MS);
  }

  #ask(patience: number): void {
    this.send({ type: 'ping' });
    this.#deadline = Math.min(this.#deadline, Date.now() + patience);
    setTimeout(() => this.#look(), patience);
  }

  #lost(): void {
    const steady = this.#joinedAt !== null && Date.now() - this.#joinedAt >= STEADY_MS;
    this.#failures = steady ? 0 : this.#failures + 1;
    this.#drop();
    if (!this.#closed) this.#connectIn(retryAfter(this.#failures, Math.random()));
  }

  #connectIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retryAt = Date.now() + ms;
    this.#retry = setTimeout(() => this.#connect(), ms);
  }

  #drop(): void {
    const socket = this.#socket;
    const wasJoined = this.#joinedAt !== null;
    this.#socket = null;
    this.#joinedAt = null;
    this.#deadline = Infinity;
    // What it still says finds nobody.
    socket?.close();
    if (wasJoined) this.#watcher.connected(false);
  }
}

/** Half a second at first, then twice as long each time, up to ten; `chance` keeps many from coming at once. */
export function retryAfter(failures: number, chance: number): number {
  const ceiling = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
  return failures > 1 ? ceiling - (chance * ceiling) / 2 : ceiling;
}

function address(): string {
  const url = new URL('/api/chat/socket', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

function parse(data: unknown): Frame | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as Frame) : null;
  } catch {
    return null;
  }
}

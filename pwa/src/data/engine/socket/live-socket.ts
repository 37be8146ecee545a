/**
 * A socket to the server that is kept open as long as it is needed, for members, guests and the console. It
 * carries only change notifications: if some are lost, the next request returns their changes. Its URL has no
 * secret; the first frame has the credentials.
 */
import { instantNow, elapsedSince, type Instant } from '../../api/clock';
import { backoff } from '../../kit/retry';

export interface SocketWatcher<Received> {
  received: (frame: Received) => void;
  /** Called with true after the `joined` frame, and with false when the connection is lost. */
  connected: (open: boolean) => void;
}

const CHECK_MS = 5_000;
const RETRIES = { firstMs: 500, longestMs: 10_000 };
/** The minimum time in ms between two connection attempts, whatever wakes the page. */
const MIN_PAUSE_MS = RETRIES.firstMs;
const JOIN_MS = 10_000;
const SILENCE_MS = 30_000;
const PONG_MS = 10_000;
/** The time limit in ms for a response after the page returns. It is short because the member is waiting. */
const WAKE_PONG_MS = 3_000;
/** A connection that lasted this many ms counts as good: the next retry is quick again. */
const STABLE_MS = 10_000;

/**
 * LiveSocket is one such socket. `Received` is the type of the server's frames, including `joined` and
 * `pong`. `Sent` is the type of our frames, except `ping`.
 */
export class LiveSocket<Received extends { type: string }, Sent extends { type: string }> {
  readonly #joinFrame: object;
  readonly #watcher: SocketWatcher<Received>;
  #socket: WebSocket | null = null;
  #joined = false;
  #failures = 0;
  #startedAt = instantNow();
  #joinedAt = instantNow();
  #receivedAt = instantNow();
  /** When the next frame is due: within `ms` of `from`. Undefined if none is due. */
  #deadline: { from: Instant; ms: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval>;
  #closed = false;

  /** `joinFrame` is the first frame, with the credentials. */
  constructor(joinFrame: object, watcher: SocketWatcher<Received>) {
    this.#joinFrame = joinFrame;
    this.#watcher = watcher;
    // Timers get lost while a page sleeps. So every wait is also checked by the clock.
    this.#check = setInterval(() => this.#checkAlive(), CHECK_MS);
    this.#connect();
  }

  /** Called when the network or the page is back: reconnects at once instead of after the wait. */
  wake(): void {
    if (this.#closed) return;
    if (this.#joined) {
      // The connection may look open but be dead: iOS silently drops the connection of a page in the
      // background.
      this.#ping(WAKE_PONG_MS);
    } else if (!this.#socket || elapsedSince(this.#startedAt) > WAKE_PONG_MS) {
      this.#drop();
      this.#connectSoon(0);
    }
  }

  send(frame: Sent | { type: 'ping' }): void {
    if (this.#joined && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#check);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    this.#retry = undefined;
    this.#startedAt = instantNow();
    const socket = new WebSocket(socketUrl());
    this.#socket = socket;
    this.#expect(JOIN_MS);
    socket.onopen = () => socket.send(JSON.stringify(this.#joinFrame));
    socket.onmessage = ({ data }) => this.#socket === socket && this.#handleData(data);
    socket.onclose = () => this.#socket === socket && this.#handleLoss();
  }

  #handleData(data: unknown): void {
    const frame = parseFrame<Received>(data);
    if (!frame) return;
    this.#receivedAt = instantNow();
    if (this.#joined) this.#expect();
    if (frame.type === 'joined') {
      this.#joined = true;
      this.#joinedAt = instantNow();
      this.#expect();
      this.#watcher.connected(true);
    }
    this.#watcher.received(frame);
  }

  /** Checks every five seconds that the connection is alive or being opened. */
  #checkAlive(): void {
    const isOver = this.#deadline && elapsedSince(this.#deadline.from) >= this.#deadline.ms;
    if (isOver) this.#handleLoss();
    else if (!this.#socket && this.#retry === undefined) this.#connectSoon(0);
    else if (!this.#joined || this.#deadline) return;
    // If the browser reports no network, the connection is probably dead. So it is checked at once.
    else if (!navigator.onLine) this.#ping(WAKE_PONG_MS);
    else if (elapsedSince(this.#receivedAt) >= SILENCE_MS) this.#ping(PONG_MS);
  }

  #ping(timeoutMs: number): void {
    this.send({ type: 'ping' });
    this.#expect(timeoutMs);
  }

  /** Sets within how many `ms` the next frame must arrive. Without `ms` none is expected. */
  #expect(ms?: number): void {
    clearTimeout(this.#timeout);
    this.#deadline = ms === undefined ? undefined : { from: instantNow(), ms };
    if (ms !== undefined) this.#timeout = setTimeout(() => this.#handleLoss(), ms);
  }

  #handleLoss(): void {
    const wasStable = this.#joined && elapsedSince(this.#joinedAt) >= STABLE_MS;
    this.#failures = wasStable ? 0 : this.#failures + 1;
    this.#drop();
    if (this.#closed) return;
    // If a server accepts a connection and closes it again, the attempts must become rarer.
    this.#connectSoon(this.#failures > 1 ? backoff(RETRIES, this.#failures) : RETRIES.firstMs);
  }

  #connectSoon(wait: number): void {
    clearTimeout(this.#retry);
    const minPause = MIN_PAUSE_MS - elapsedSince(this.#startedAt);
    this.#retry = setTimeout(() => this.#connect(), Math.max(0, wait, minPause));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#expect();
    // A late frame on this socket is ignored.
    socket?.close();
    if (!this.#joined) return;
    this.#joined = false;
    this.#watcher.connected(false);
  }
}

function socketUrl(): string {
  const url = new URL('/api/chat/socket', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

function parseFrame<Received extends { type: string }>(data: unknown): Received | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as Received) : null;
  } catch {
    return null;
  }
}

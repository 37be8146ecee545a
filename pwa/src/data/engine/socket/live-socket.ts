/**
 * A socket to the server that is kept open as long as it is wanted, for members, guests and the console. It
 * carries only change notifications: the next request returns whatever was lost on it. Its URL has no secret;
 * the first frame has the credentials.
 */
import { instant, passedSince, type Instant } from '../../api/clock';
import { backoff } from '../../kit/retry';

export interface LineWatcher<Heard> {
  heard: (frame: Heard) => void;
  /** Called with true after the `joined` frame, and with false when the connection is lost. */
  connected: (open: boolean) => void;
}

const CHECK_MS = 5_000;
const RETRIES = { firstMs: 500, longestMs: 10_000 };
/** The minimum time in ms between two connection attempts, whatever wakes the page. */
const BREATH_MS = RETRIES.firstMs;
const JOIN_MS = 10_000;
const SILENCE_MS = 30_000;
const PONG_MS = 10_000;
/**
 * The time limit in ms for a response after the page returns. It is shorter, so that the member waits less.
 */
const WAKE_PONG_MS = 3_000;
/** A connection that lasted this many ms counts as good: the next retry is quick again. */
const STEADY_MS = 10_000;

/**
 * LiveSocket is one such socket. `Received` is the type of the server's frames, including `joined` and
 * `pong`. `Sent` is the type of our frames, except `ping`.
 */
export class LiveSocket<Heard extends { type: string }, Said extends { type: string }> {
  readonly #hello: object;
  readonly #watcher: LineWatcher<Heard>;
  #socket: WebSocket | null = null;
  #joined = false;
  #failures = 0;
  #begunAt = instant();
  #joinedAt = instant();
  #heardAt = instant();
  /** When the next frame is due: within `ms` of `from`. Undefined if none is due. */
  #deadline: { from: Instant; ms: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #doom: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval>;
  #closed = false;

  /** `hello` is the first frame, with the credentials. */
  constructor(hello: object, watcher: LineWatcher<Heard>) {
    this.#hello = hello;
    this.#watcher = watcher;
    // Timers get lost while a page sleeps. So every wait is also checked by the clock.
    this.#check = setInterval(() => this.#look(), CHECK_MS);
    this.#connect();
  }

  /** Called when the network or the page is back: reconnects at once instead of after the wait. */
  wake(): void {
    if (this.#closed) return;
    if (this.#joined) {
      // The connection may look open but be dead: iOS silently drops the connection of a page in the
      // background.
      this.#ask(WAKE_PONG_MS);
    } else if (!this.#socket || passedSince(this.#begunAt) > WAKE_PONG_MS) {
      this.#drop();
      this.#connectSoon(0);
    }
  }

  send(frame: Said | { type: 'ping' }): void {
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
    this.#begunAt = instant();
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#expect(JOIN_MS);
    socket.onopen = () => socket.send(JSON.stringify(this.#hello));
    socket.onmessage = ({ data }) => this.#socket === socket && this.#hear(data);
    socket.onclose = () => this.#socket === socket && this.#lost();
  }

  #hear(data: unknown): void {
    const frame = parse<Heard>(data);
    if (!frame) return;
    this.#heardAt = instant();
    if (this.#joined) this.#expect();
    if (frame.type === 'joined') {
      this.#joined = true;
      this.#joinedAt = instant();
      this.#expect();
      this.#watcher.connected(true);
    }
    this.#watcher.heard(frame);
  }

  /** Checks every five seconds that the connection is alive or being opened. */
  #look(): void {
    const isOver = this.#deadline && passedSince(this.#deadline.from) >= this.#deadline.ms;
    if (isOver) this.#lost();
    else if (!this.#socket && this.#retry === undefined) this.#connectSoon(0);
    else if (!this.#joined || this.#deadline) return;
    // If the browser reports no network, the last frame may have been the last one.
    else if (!navigator.onLine) this.#ask(WAKE_PONG_MS);
    else if (passedSince(this.#heardAt) >= SILENCE_MS) this.#ask(PONG_MS);
  }

  #ask(patience: number): void {
    this.send({ type: 'ping' });
    this.#expect(patience);
  }

  /** Sets within how many `ms` the next frame must arrive. Without `ms` none is expected. */
  #expect(ms?: number): void {
    clearTimeout(this.#doom);
    this.#deadline = ms === undefined ? undefined : { from: instant(), ms };
    if (ms !== undefined) this.#doom = setTimeout(() => this.#lost(), ms);
  }

  #lost(): void {
    const steady = this.#joined && passedSince(this.#joinedAt) >= STEADY_MS;
    this.#failures = steady ? 0 : this.#failures + 1;
    this.#drop();
    if (this.#closed) return;
    // If a server accepts a connection and closes it again, the attempts must become rarer.
    this.#connectSoon(this.#failures > 1 ? backoff(RETRIES, this.#failures) : RETRIES.firstMs);
  }

  #connectSoon(wait: number): void {
    clearTimeout(this.#retry);
    const breath = BREATH_MS - passedSince(this.#begunAt);
    this.#retry = setTimeout(() => this.#connect(), Math.max(0, wait, breath));
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

function address(): string {
  const url = new URL('/api/chat/socket', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

function parse<Heard extends { type: string }>(data: unknown): Heard | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as Heard) : null;
  } catch {
    return null;
  }
}

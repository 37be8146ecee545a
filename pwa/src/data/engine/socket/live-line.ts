/**
 * One socket to the server, kept open as long as it is wanted, for members, guests and the desk. It
 * carries hints only: whatever is lost on it is found again by asking. Nothing secret is in its
 * address; who we are is said in the first frame.
 */
import { instant, passedSince, type Instant } from '../../api/clock';
import { backoff } from '../../kit/retry';

export interface LineWatcher<Heard> {
  heard: (frame: Heard) => void;
  /** True from `joined` on, false when the line is gone. */
  connected: (open: boolean) => void;
}

const CHECK_MS = 5_000;
const RETRIES = { firstMs: 500, longestMs: 10_000 };
/** Two connections never begin closer together, whatever the page is woken by. */
const BREATH_MS = RETRIES.firstMs;
const JOIN_MS = 10_000;
const SILENCE_MS = 30_000;
const PONG_MS = 10_000;
/** A phone that comes back out of a pocket does not wait that long. */
const WAKE_PONG_MS = 3_000;
/** A line that held so long was a good one: the next retry is quick again. */
const STEADY_MS = 10_000;

/** `Heard` are the server's frames, `joined` and `pong` among them; `Said` ours besides `ping`. */
export class LiveLine<Heard extends { type: string }, Said extends { type: string }> {
  readonly #hello: object;
  readonly #watcher: LineWatcher<Heard>;
  #socket: WebSocket | null = null;
  #joined = false;
  #failures = 0;
  #begunAt = instant();
  #joinedAt = instant();
  #heardAt = instant();
  /** The next frame is due within `ms` of `from`. */
  #deadline: { from: Instant; ms: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #doom: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval>;
  #closed = false;

  /** `hello` is the first frame: who we are. */
  constructor(hello: object, watcher: LineWatcher<Heard>) {
    this.#hello = hello;
    this.#watcher = watcher;
    // Timers of a sleeping page get lost: every wait is looked at again by the clock.
    this.#check = setInterval(() => this.#look(), CHECK_MS);
    this.#connect();
  }

  /** The network or the page is back: at once, instead of when the wait is over. */
  wake(): void {
    if (this.#closed) return;
    if (this.#joined) {
      // It may look open and be dead: iOS drops the line of a page in the background silently.
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

  /** Every five seconds: is it still there, and if not, is somebody seeing to it? */
  #look(): void {
    const isOver = this.#deadline && passedSince(this.#deadline.from) >= this.#deadline.ms;
    if (isOver) this.#lost();
    else if (!this.#socket && this.#retry === undefined) this.#connectSoon(0);
    else if (!this.#joined || this.#deadline) return;
    // Where the browser says that there is no network, what was heard last may have been the last.
    else if (!navigator.onLine) this.#ask(WAKE_PONG_MS);
    else if (passedSince(this.#heardAt) >= SILENCE_MS) this.#ask(PONG_MS);
  }

  #ask(patience: number): void {
    this.send({ type: 'ping' });
    this.#expect(patience);
  }

  /** Without `ms` no frame is due. */
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
    // A server that takes us and throws us out again must not be asked ever so often.
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
    // An answer that comes all the same finds nobody.
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

/** WebSockets that a test controls, in place of the browser's. */
import { vi } from 'vitest';
import type { Frame } from '@/data/domains/chat/live';

export class FakeSocket {
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  /** The newest socket. */
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  }

  static install(): void {
    FakeSocket.all.length = 0;
    vi.stubGlobal('WebSocket', FakeSocket);
  }

  /** Opens the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  receive(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** Opens the connection, and sends the server's `joined` frame. */
  join(lastSeq = 0, marks: { readSeq?: number; supportReadSeq?: number } = {}): void {
    this.open();
    this.receive({ type: 'joined', room: 'support-M1', lastSeq, readSeq: 0, supportReadSeq: 0, ...marks });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  /** Closes the connection, as the server or the network would. */
  breakOff(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

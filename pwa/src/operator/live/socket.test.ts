import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryAfter, StaffSocket, type Frame } from './socket';

/** The far end of a line, in the test's hands. */
class FarEnd {
  static readonly OPEN = 1;
  static all: FarEnd[] = [];
  readyState = 1;
  said: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    FarEnd.all.push(this);
  }

  send(text: string) {
    this.said.push(text);
  }

  close() {
    this.readyState = 3;
  }

  joins() {
    this.onopen?.();
    this.onmessage?.({ data: '{"type":"joined"}' });
  }
}

let heard: Frame[];
let lines: boolean[];
let socket: StaffSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FarEnd);
  FarEnd.all = [];
  heard = [];
  lines = [];
  socket = new StaffSocket('secret', { heard: (frame) => heard.push(frame), connected: (open) => lines.push(open) });
});

afterEach(() => {
  socket.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const newest = () => FarEnd.all.at(-1)!;

describe('the line', () => {
  it('says who it is in its first frame and never in the address', () => {
    newest().joins();

    expect(newest().said).toEqual(['{"type":"join","operatorToken":"secret"}']);
    expect(newest().url).not.toContain('secret');
    expect(lines).toEqual([true]);
  });

  it('comes back after half a second, then waits longer, with a chance in it', () => {
    newest().joins();
    newest().onclose?.();

    vi.advanceTimersByTime(499);
    const before = FarEnd.all.length;
    vi.advanceTimersByTime(1);

    expect([lines, before, FarEnd.all.length]).toEqual([[true, false], 1, 2]);
    expect([retryAfter(2, 0), retryAfter(2, 1), retryAfter(9, 0), retryAfter(9, 1)]).toEqual([1000, 500, 10_000, 5_000]);
  });

  it('is given up when half a minute is silent and a ping has no answer', () => {
    newest().joins();

    vi.advanceTimersByTime(35_000);
    const asked = newest().said.at(-1);
    vi.advanceTimersByTime(15_000);

    expect(asked).toBe('{"type":"ping"}');
    expect([lines, FarEnd.all.length]).toEqual([[true, false], 2]);
  });

  it('stays where the ping is answered', () => {
    newest().joins();

    for (let i = 0; i < 8; i++) {
      vi.advanceTimersByTime(5_000);
      newest().onmessage?.({ data: '{"type":"pong"}' });
    }

    expect([lines, FarEnd.all.length]).toEqual([[true], 1]);
  });

  it('hears nothing any more from a socket that was given up', () => {
    const old = newest();
    old.joins();
    old.onclose?.();
    heard = [];

    old.onmessage?.({ data: '{"type":"pong"}' });

    expect(heard).toEqual([]);
  });

  it('takes no harm from a frame that is none', () => {
    newest().joins();

    newest().onmessage?.({ data: 'not json' });
    newest().onmessage?.({ data: '42' });

    expect(heard).toEqual([{ type: 'joined' }]);
  });
});

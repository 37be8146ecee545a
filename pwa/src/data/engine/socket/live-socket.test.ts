import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../../test/fake-socket';
import { joinFrame, type Frame, type TypingFrame } from '../../domains/chat/live';
import { LiveSocket } from './live-socket';
import type { Caller } from '../../session/member';

let socket: LiveSocket<Frame, TypingFrame>;
let received: Frame[];
let connected: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  FakeSocket.install();
  received = [];
  connected = [];
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openSocket(caller: Caller = { memberId: 'M1', token: 'secret' }): void {
  socket = new LiveSocket(joinFrame(caller), {
    received: (frame) => received.push(frame),
    connected: (isConnected) => connected.push(isConnected),
  });
}

const socketCount = () => FakeSocket.all.length;

describe('the credentials of a socket', () => {
  // spec 7.68, D6.7
  it('the token is in the first frame and never in the address', () => {
    openSocket();
    FakeSocket.last.open();

    expect(FakeSocket.last.url).toMatch(/^ws:\/\/[^?]+\/api\/chat\/socket$/);
    expect(FakeSocket.last.sent).toEqual([{ type: 'join', token: 'secret' }]);
  });

  it('a guest sends the guest id only', () => {
    openSocket({ guestId: 'g' });
    FakeSocket.last.open();

    expect(FakeSocket.last.sent).toEqual([{ type: 'join', guestId: 'g' }]);
  });
});

describe('a socket that breaks', () => {
  // spec 7.68
  it('a broken socket reconnects after half a second, then after growing pauses of at most ten seconds, without end', async () => {
    openSocket();
    const waits: number[] = [];
    let before = socketCount();
    for (let i = 0; i < 9; i++) {
      FakeSocket.last.breakOff();
      const from = Date.now();
      while (socketCount() === before) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - from);
      before = socketCount();
    }

    expect(waits[0]).toBe(500);
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
    expect(waits.at(-1)).toBe(10_000);
  });

  it('a server that accepts and closes connections is not retried in a tight loop', async () => {
    openSocket();
    const from = Date.now();
    while (Date.now() - from < 60_000) {
      FakeSocket.last.join();
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(500);
    }

    expect(socketCount()).toBeLessThan(16);
  });

  it('a socket that lasted a while reconnects quickly', async () => {
    openSocket();
    for (let i = 0; i < 6; i++) {
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    FakeSocket.last.join();
    await vi.advanceTimersByTimeAsync(10_000);
    const before = socketCount();

    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(500);

    expect(socketCount()).toBe(before + 1);
    expect(connected).toEqual([true, false]);
  });

  it('a connection without a joined frame is dropped after ten seconds', async () => {
    openSocket();
    FakeSocket.last.open();

    await vi.advanceTimersByTimeAsync(10_600);

    expect(socketCount()).toBe(2);
  });
});

describe('a phone whose clock is set back a day', () => {
  const setBack = () => vi.setSystemTime(Date.now() - 24 * 3_600_000);

  it('a socket reconnects as quickly after the clock was set back', async () => {
    openSocket();
    FakeSocket.last.join();
    await vi.advanceTimersByTimeAsync(10_000);

    setBack();
    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(500);

    expect(socketCount()).toBe(2);
  });

  it('a socket pings after thirty seconds of silence although the clock was set back', async () => {
    openSocket();
    FakeSocket.last.join();

    setBack();
    await vi.advanceTimersByTimeAsync(30_000);

    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  });
});

describe('a silent socket', () => {
  it('a socket pings after thirty seconds of silence, and a response keeps it', async () => {
    openSocket();
    FakeSocket.last.join();

    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
    FakeSocket.last.receive({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(socketCount()).toBe(1);
  });

  it('a socket without a response to its ping is dropped after ten seconds', async () => {
    openSocket();
    FakeSocket.last.join();

    await vi.advanceTimersByTimeAsync(30_000 + 10_000 + 500);

    expect(socketCount()).toBe(2);
    expect(connected).toEqual([true, false]);
  });
});

describe('waking a socket', () => {
  it('waking connects at once instead of after the pause', async () => {
    openSocket();
    for (let i = 0; i < 6; i++) {
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(1_000);
    const before = socketCount();

    socket.wake();
    await vi.advanceTimersByTimeAsync(0);

    expect(socketCount()).toBe(before + 1);
  });

  it('waking notices that iOS dropped an open connection, and reconnects', async () => {
    openSocket();
    FakeSocket.last.join();

    socket.wake();
    await vi.advanceTimersByTimeAsync(3_500);

    expect(FakeSocket.all[0]?.sent.at(-1)).toEqual({ type: 'ping' });
    expect(socketCount()).toBe(2);
  });

  it('waking keeps a socket that responds', async () => {
    openSocket();
    FakeSocket.last.join();

    socket.wake();
    FakeSocket.last.receive({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(10_000);

    expect(socketCount()).toBe(1);
  });

  it('waking repeatedly starts at most one connection per half second', async () => {
    openSocket();
    for (let i = 0; i < 40; i++) {
      FakeSocket.last.breakOff();
      socket.wake();
      await vi.advanceTimersByTimeAsync(50);
    }

    expect(socketCount()).toBeLessThanOrEqual(5);
  });
});

describe('a browser that reports no network', () => {
  // spec 7.67, 9.27
  it('a socket pings every five seconds if the browser reports no network', async () => {
    openSocket();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    await vi.advanceTimersByTimeAsync(4_999);
    expect(FakeSocket.last.sent.at(-1)).not.toEqual({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });

    await vi.advanceTimersByTimeAsync(5_000);
    expect(socketCount()).toBe(2);
  });

  it('a socket pings repeatedly if the browser reports no network', async () => {
    openSocket();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    socket.wake();
    FakeSocket.last.receive({ type: 'pong' }); // was already on its way

    await vi.advanceTimersByTimeAsync(9_000);

    expect(connected).toEqual([true, false]);
  });

  it('a socket that responds is kept although the browser reports no network', async () => {
    openSocket();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(1_000);
      FakeSocket.last.receive({ type: 'pong' });
    }

    expect(connected).toEqual([true]);
  });
});

it('a frame on a dropped socket is ignored', async () => {
  openSocket();
  const [first] = FakeSocket.all;
  first?.breakOff();
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.last.join();
  received.length = 0;

  first?.receive({ type: 'changed' });
  first?.breakOff();

  expect(received).toEqual([]);
  expect(socketCount()).toBe(2);
});

it('data that is no frame is ignored', () => {
  openSocket();
  FakeSocket.last.open();

  FakeSocket.last.onmessage?.({ data: '<html>' });
  FakeSocket.last.onmessage?.({ data: 'null' });

  expect(received).toEqual([]);
});

it('a closed socket never reconnects', async () => {
  openSocket();
  FakeSocket.last.join();

  socket.close();
  socket.wake();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(socketCount()).toBe(1);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../../test/fake-socket';
import { joinFrame, type Frame, type TypingFrame } from '../../domains/chat/live';
import { LiveSocket } from './live-socket';
import type { Caller } from '../../session/member';

let line: LiveSocket<Frame, TypingFrame>;
let heard: Frame[];
let connected: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  FakeSocket.install();
  heard = [];
  connected = [];
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(caller: Caller = { memberId: 'M1', token: 'secret' }): void {
  line = new LiveSocket(joinFrame(caller), {
    heard: (frame) => heard.push(frame),
    connected: (is) => connected.push(is),
  });
}

const count = () => FakeSocket.all.length;

describe('who we are', () => {
  // spec 7.68, D6.7
  it('is said in the first frame and never in the address', () => {
    open();
    FakeSocket.last.open();

    expect(FakeSocket.last.url).toMatch(/^ws:\/\/[^?]+\/api\/chat\/socket$/);
    expect(FakeSocket.last.sent).toEqual([{ type: 'join', token: 'secret' }]);
  });

  it('is a guest by the guest id alone', () => {
    open({ guestId: 'g' });
    FakeSocket.last.open();

    expect(FakeSocket.last.sent).toEqual([{ type: 'join', guestId: 'g' }]);
  });
});

describe('a line that breaks', () => {
  // spec 7.68
  it('is tried again after half a second, then ever later, at most every ten seconds, without end', async () => {
    open();
    const waits: number[] = [];
    let before = count();
    for (let i = 0; i < 9; i++) {
      FakeSocket.last.breakOff();
      const from = Date.now();
      while (count() === before) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - from);
      before = count();
    }

    expect(waits[0]).toBe(500);
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
    expect(waits.at(-1)).toBe(10_000);
  });

  it('that takes us and throws us out again is not asked in an endless tight loop', async () => {
    open();
    const from = Date.now();
    while (Date.now() - from < 60_000) {
      FakeSocket.last.join();
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(500);
    }

    expect(count()).toBeLessThan(16);
  });

  it('that held for a while is quick to try again', async () => {
    open();
    for (let i = 0; i < 6; i++) {
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    FakeSocket.last.join();
    await vi.advanceTimersByTimeAsync(10_000);
    const before = count();

    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(500);

    expect(count()).toBe(before + 1);
    expect(connected).toEqual([true, false]);
  });

  it('is not waited for longer than ten seconds to say hello', async () => {
    open();
    FakeSocket.last.open();

    await vi.advanceTimersByTimeAsync(10_600);

    expect(count()).toBe(2);
  });
});

describe('a phone whose clock is set back a day', () => {
  const setBack = () => vi.setSystemTime(Date.now() - 24 * 3_600_000);

  it('connects again as soon as ever', async () => {
    open();
    FakeSocket.last.join();
    await vi.advanceTimersByTimeAsync(10_000);

    setBack();
    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(500);

    expect(count()).toBe(2);
  });

  it('asks about a silence of thirty seconds', async () => {
    open();
    FakeSocket.last.join();

    setBack();
    await vi.advanceTimersByTimeAsync(30_000);

    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  });
});

describe('silence', () => {
  it('of thirty seconds is asked about, and an answer keeps the line', async () => {
    open();
    FakeSocket.last.join();

    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
    FakeSocket.last.say({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(count()).toBe(1);
  });

  it('after the question for ten more ends the line', async () => {
    open();
    FakeSocket.last.join();

    await vi.advanceTimersByTimeAsync(30_000 + 10_000 + 500);

    expect(count()).toBe(2);
    expect(connected).toEqual([true, false]);
  });
});

describe('waking', () => {
  it('connects at once instead of after the wait', async () => {
    open();
    for (let i = 0; i < 6; i++) {
      FakeSocket.last.breakOff();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(1_000);
    const before = count();

    line.wake();
    await vi.advanceTimersByTimeAsync(0);

    expect(count()).toBe(before + 1);
  });

  it('finds out that iOS let an open line die, and reconnects', async () => {
    open();
    FakeSocket.last.join();

    line.wake();
    await vi.advanceTimersByTimeAsync(3_500);

    expect(FakeSocket.all[0]?.sent.at(-1)).toEqual({ type: 'ping' });
    expect(count()).toBe(2);
  });

  it('leaves a line alone that answers', async () => {
    open();
    FakeSocket.last.join();

    line.wake();
    FakeSocket.last.say({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(10_000);

    expect(count()).toBe(1);
  });

  it('ever so often still begins no two lines within half a second', async () => {
    open();
    for (let i = 0; i < 40; i++) {
      FakeSocket.last.breakOff();
      line.wake();
      await vi.advanceTimersByTimeAsync(50);
    }

    expect(count()).toBeLessThanOrEqual(5);
  });
});

describe('a browser without a network', () => {
  // spec 7.67, 9.27
  it('is looked at every five seconds', async () => {
    open();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    await vi.advanceTimersByTimeAsync(4_999);
    expect(FakeSocket.last.sent.at(-1)).not.toEqual({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });

    await vi.advanceTimersByTimeAsync(5_000);
    expect(count()).toBe(2);
  });

  it('is asked again and again, since what was heard last may have been the last', async () => {
    open();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    line.wake();
    FakeSocket.last.say({ type: 'pong' }); // was already on its way

    await vi.advanceTimersByTimeAsync(9_000);

    expect(connected).toEqual([true, false]);
  });

  it('keeps a line that answers all the same', async () => {
    open();
    FakeSocket.last.join();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(1_000);
      FakeSocket.last.say({ type: 'pong' });
    }

    expect(connected).toEqual([true]);
  });
});

it('nothing is heard from a line that was given up', async () => {
  open();
  const [first] = FakeSocket.all;
  first?.breakOff();
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.last.join();
  heard.length = 0;

  first?.say({ type: 'changed' });
  first?.breakOff();

  expect(heard).toEqual([]);
  expect(count()).toBe(2);
});

it('what is no frame is not taken for one', () => {
  open();
  FakeSocket.last.open();

  FakeSocket.last.onmessage?.({ data: '<html>' });
  FakeSocket.last.onmessage?.({ data: 'null' });

  expect(heard).toEqual([]);
});

it('closed is closed: nobody connects again', async () => {
  open();
  FakeSocket.last.join();

  line.close();
  line.wake();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(count()).toBe(1);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerDate, serverNow } from './clock';

describe("the server's clock", () => {
  const now = Date.parse('2026-11-21T07:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    noteServerDate(new Date(now).toUTCString());
    vi.useRealTimers();
  });

  it.each([
    ['ten minutes fast', '2026-11-21T06:50:00Z'],
    ['an hour slow', '2026-11-21T08:00:00Z'],
  ])('is followed by a phone that is %s', (_, said) => {
    noteServerDate(new Date(said).toUTCString());

    expect(serverNow()).toBe(Date.parse(said));
  });

  it('is the phone’s own where they differ by no more than the way here takes', () => {
    noteServerDate(new Date(now - 2_000).toUTCString());

    expect(serverNow()).toBe(now);
  });

  it('stays as it was with an answer that tells no date', () => {
    noteServerDate('Sat, 21 Nov 2026 08:00:00 GMT');

    noteServerDate(null);
    noteServerDate('soon');

    expect(serverNow()).toBe(Date.parse('2026-11-21T08:00:00Z'));
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';

type Kinds = typeof import('./kinds');
let kinds: Kinds;

/** Each test starts in a page in which no domain has registered anything. */
beforeEach(async () => {
  vi.resetModules();
  kinds = await import('./kinds');
});

describe('a kind that nobody has registered', () => {
  it('is named when the lanes are asked for: the queue does not wait in silence', async () => {
    await import('../../domains/slip/registration');

    expect(() => kinds.lanes()).toThrow('no queued kind "chat" is registered');
  });

  it('is named when its rules are asked for', () => {
    expect(() => kinds.rulesOf({ kind: 'slip' })).toThrow('no queued kind "slip" is registered');
  });

  it('is named when its sender is asked for', () => {
    expect(() => kinds.senderOf('chat')).toThrow('no sender of "chat" is registered');
  });
});

describe('a page', () => {
  it('does not begin without the rules of each kind', () => {
    expect(() => kinds.assertKinds()).toThrow('no queued kind "slip" is registered');
  });

  it('does not begin without a sender of each kind', async () => {
    await import('../../app/registrations');
    await import('../../domains/slip/loaders');

    expect(() => kinds.assertKinds()).toThrow('no sender of "chat" is registered');
  });

  it('begins with what the app registers', async () => {
    await import('../../app/page-registrations');

    expect(() => kinds.assertKinds()).not.toThrow();
    expect(kinds.lanes()).toEqual(['slip', 'chat']);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';

type Kinds = typeof import('./kinds');
let kinds: Kinds;

/** Each test starts in a page in which no domain has registered anything. */
beforeEach(async () => {
  vi.resetModules();
  kinds = await import('./kinds');
});

describe('an unregistered kind', () => {
  it('an unregistered kind is named when the lanes are looked up', async () => {
    await import('../../domains/slip/registration');

    expect(() => kinds.lanes()).toThrow('no queued kind "chat" is registered');
  });

  it('an unregistered kind is named when its rules are looked up', () => {
    expect(() => kinds.rulesOf({ kind: 'slip' })).toThrow('no queued kind "slip" is registered');
  });

  it('an unregistered kind is named when its sender is looked up', () => {
    expect(() => kinds.senderOf('chat')).toThrow('no sender of "chat" is registered');
  });
});

describe('a page', () => {
  it('a page does not start without the rules of each kind', () => {
    expect(() => kinds.assertKinds()).toThrow('no queued kind "slip" is registered');
  });

  it('a page does not start without a sender of each kind', async () => {
    await import('../../app/registrations');
    await import('../../domains/slip/loaders');

    expect(() => kinds.assertKinds()).toThrow('no sender of "chat" is registered');
  });

  it('a page starts with the app’s registrations', async () => {
    await import('../../app/page-registrations');

    expect(() => kinds.assertKinds()).not.toThrow();
    expect(kinds.lanes()).toEqual(['slip', 'chat']);
  });
});

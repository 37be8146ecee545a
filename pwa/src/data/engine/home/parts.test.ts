import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Each test starts in a page in which no domain has registered anything. */
beforeEach(() => vi.resetModules());

describe('an unregistered home part', () => {
  it('an unregistered home part is named when a page starts', async () => {
    await import('../../domains/identity/registration');
    const { assertParts } = await import('./parts');

    expect(assertParts).toThrow('no home part "invite" is registered');
  });

  it('an unregistered home part fails a sync, and is not skipped', async () => {
    const { putParts } = await import('./parts');

    await expect(putParts({} as never, {} as never, 1)).rejects.toThrow(
      'no home part "profile" is registered',
    );
  });
});

it('a page with the app’s registrations has all home parts', async () => {
  await import('../../app/registrations');
  const { assertParts } = await import('./parts');

  expect(assertParts).not.toThrow();
});

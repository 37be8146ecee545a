import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Each test starts in a page in which no domain has registered anything. */
beforeEach(() => vi.resetModules());

describe('a part of home that nobody has registered', () => {
  it('is named by a page that begins', async () => {
    await import('../../domains/identity/registration');
    const { assertParts } = await import('./parts');

    expect(assertParts).toThrow('no home part "invite" is registered');
  });

  it('stops a sync instead of being left out of it', async () => {
    const { putParts } = await import('./parts');

    await expect(putParts({} as never, {} as never, 1)).rejects.toThrow(
      'no home part "profile" is registered',
    );
  });
});

it('a page that has what the app registers has all parts', async () => {
  await import('../../app/registrations');
  const { assertParts } = await import('./parts');

  expect(assertParts).not.toThrow();
});

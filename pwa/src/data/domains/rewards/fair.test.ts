// @pure
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RevealedSeed } from '../../api/types';
import type { SpinRow } from '../../storage/db';
import { checkSeed, missingSeeds } from './check';
import { drawSlice, matchesCommitment, newClientSeed, parsePromiseText } from './fair';

const text = readFileSync(`${import.meta.dirname}/../../../../../docs/fair-wheel.md`, 'utf8');
const [, block = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
const { seeds } = JSON.parse(block) as { seeds: RevealedSeed[] };

/** Returns a seed in the form that the server reports. */
function revealedSeed(change: Partial<RevealedSeed> = {}): RevealedSeed {
  const spins = seeds[0]!.spins.map((spin) => ({ ...spin, createdAt: '2026-11-23T00:00:00Z' }));
  return { ...seeds[0]!, spins, ...change };
}

function storedSpins(change: (row: SpinRow) => SpinRow = (row) => row): SpinRow[] {
  return revealedSeed().spins.map(({ nonce, code }) =>
    change({
      id: `${revealedSeed().commitment}:${nonce}`,
      commitment: revealedSeed().commitment,
      clientSeed: revealedSeed().clientSeed,
      nonce,
      at: 0,
      won: { code } as SpinRow['won'],
    }),
  );
}

const verdicts = async (seed: RevealedSeed, own: SpinRow[]) =>
  (await checkSeed(seed, own)).spins.map(({ verdict }) => verdict);

describe('the scheme of the fair wheel', () => {
  it.each(seeds.map((seed, i) => [i, seed] as const))(
    'the drawn slices equal those of vector %i',
    async (_, seed) => {
      const { slices } = parsePromiseText(seed.promise)!;
      for (const { nonce, code } of seed.spins)
        expect(await drawSlice(slices, seed.serverSeed!, seed.clientSeed, nonce)).toBe(code);
      expect(await matchesCommitment(seed.commitment, seed.promise, seed.serverSeed!)).toBe(true);
    },
  );

  // spec D5.58
  it('each client seed is new and has 32 hex digits', () => {
    expect(newClientSeed()).toMatch(/^[0-9a-f]{32}$/);
    expect(newClientSeed()).not.toBe(newClientSeed());
  });
});

describe('a spin that is not false', () => {
  it('a spin that can be recomputed and equals the stored one is true', async () => {
    expect(await verdicts(revealedSeed(), storedSpins())).toEqual(['true', 'true', 'true']);
  });

  it('a spin that can be recomputed and is not stored is unkept', async () => {
    expect(await verdicts(revealedSeed(), [])).toEqual(['unkept', 'unkept', 'unkept']);
  });

  it('a spin is open while its seed is not published', async () => {
    expect(await verdicts(revealedSeed({ serverSeed: null }), storedSpins())).toEqual([
      'open',
      'open',
      'open',
    ]);
  });

  it('a spin whose response was lost is true if it can be recomputed', async () => {
    expect(
      await verdicts(
        revealedSeed(),
        storedSpins((row) => ({ ...row, won: undefined })),
      ),
    ).toEqual(['true', 'true', 'true']);
  });
});

describe('a false spin', () => {
  // spec D5.62
  it('a spin is false if the device stored another slice', async () => {
    const own = storedSpins((row) =>
      row.nonce === 1 ? { ...row, won: { code: 'B500' } as SpinRow['won'] } : row,
    );

    expect(await verdicts(revealedSeed(), own)).toEqual(['true', 'false', 'true']);
  });

  it('a spin is false if the server reports another slice than the computed one', async () => {
    const spins = revealedSeed().spins.map((spin) => (spin.nonce === 2 ? { ...spin, code: 'NONE1' } : spin));

    expect(await verdicts(revealedSeed({ spins }), [])).toEqual(['unkept', 'unkept', 'false']);
  });

  // spec D5.62
  it('a spin is false if the device stored another client seed', async () => {
    expect(
      await verdicts(
        revealedSeed(),
        storedSpins((row) => ({ ...row, clientSeed: '0'.repeat(32) })),
      ),
    ).toEqual(['false', 'false', 'false']);
  });

  it.each([
    ['the seed', { serverSeed: 'ab'.repeat(32) }],
    ['the odds', { promise: seeds[0]!.promise.replace('B500 1 ', 'B500 2 ') }],
    ['the commitment', { commitment: 'ab'.repeat(32) }],
  ])('a spin is false if the server changed %s', async (_, change) => {
    expect(await verdicts(revealedSeed(change), [])).toEqual(['false', 'false', 'false']);
  });

  // spec D5.61
  it('all spins after a gap in the numbers are false', async () => {
    const spins = revealedSeed().spins.filter(({ nonce }) => nonce !== 1);

    expect(await verdicts(revealedSeed({ spins }), [])).toEqual(['unkept', 'false']);
  });

  it('a spin that the device made and the server omits is false', async () => {
    const checked = await checkSeed(revealedSeed({ spins: revealedSeed().spins.slice(0, 2) }), storedSpins());

    expect(checked.spins.at(-1)).toEqual({ nonce: 2, verdict: 'false', at: 0 });
  });

  it('all spins of a seed that the server omits are false', () => {
    expect(missingSeeds([], storedSpins())).toEqual([revealedSeed().commitment]);
    expect(missingSeeds([revealedSeed()], storedSpins())).toEqual([]);
  });
});

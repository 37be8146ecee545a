/** Compares the server's report of a seed with what this device stored, and recomputes its spins. */
import type { RevealedSeed } from '../../api/types';
import type { SpinRow } from '../../storage/db';
import { drawSlice, matchesCommitment, parsePromiseText } from './fair';

/**
 * The result for one spin. `unkept`: correct by its seed, but not stored on this device. `open`: its seed is
 * not published yet.
 */
export type Verdict = 'true' | 'false' | 'unkept' | 'open';

export interface CheckedSpin {
  nonce: number;
  /** Missing for a spin that this device made and the server does not report. */
  code?: string;
  verdict: Verdict;
  at: number;
}

export interface CheckedSeed {
  seed: RevealedSeed;
  spins: CheckedSpin[];
}

export async function checkSeed(revealed: RevealedSeed, own: readonly SpinRow[]): Promise<CheckedSeed> {
  const stored = own.filter(({ commitment }) => commitment === revealed.commitment);
  const spins = revealed.serverSeed
    ? await Promise.all(revealed.spins.map((_, index) => checkSpin(revealed, stored, index)))
    : revealed.spins.map(({ nonce, code, createdAt }) => ({
        nonce,
        code,
        at: Date.parse(createdAt),
        verdict: 'open' as const,
      }));
  const numbers = new Set(revealed.spins.map(({ nonce }) => nonce));
  for (const { nonce, won, at } of stored)
    if (won && !numbers.has(nonce)) spins.push({ nonce, verdict: 'false', at });
  return { seed: revealed, spins };
}

async function checkSpin(
  revealed: RevealedSeed,
  stored: readonly SpinRow[],
  index: number,
): Promise<CheckedSpin> {
  const { nonce, code, createdAt } = revealed.spins[index]!;
  const storedSpin = stored.find((row) => row.nonce === nonce);
  const isCorrect =
    nonce === index &&
    matchesStored(revealed, code, storedSpin) &&
    (await matchesSeed(revealed, nonce, code));
  const verdict = !isCorrect ? 'false' : storedSpin ? 'true' : 'unkept';
  return { nonce, code, verdict, at: Date.parse(createdAt) };
}

function matchesStored(revealed: RevealedSeed, code: string, storedSpin: SpinRow | undefined): boolean {
  if (!storedSpin) return true;
  return (
    storedSpin.clientSeed === revealed.clientSeed &&
    (storedSpin.won === undefined || storedSpin.won.code === code)
  );
}

async function matchesSeed(
  { commitment, promise, serverSeed, clientSeed }: RevealedSeed,
  nonce: number,
  code: string,
) {
  const promised = parsePromiseText(promise);
  if (!promised || !serverSeed || !(await matchesCommitment(commitment, promise, serverSeed))) return false;
  return (await drawSlice(promised.slices, serverSeed, clientSeed, nonce)) === code;
}

/**
 * missingSeeds returns seeds with which this device has spun and that the server does not report: none of
 * their spins is true.
 */
export function missingSeeds(revealed: readonly RevealedSeed[], own: readonly SpinRow[]): string[] {
  const known = new Set(revealed.map(({ commitment }) => commitment));
  return [...new Set(own.filter(({ won }) => won).map(({ commitment }) => commitment))].filter(
    (each) => !known.has(each),
  );
}

/** Compares the server's report of a seed with what this device stored, and recomputes its spins. */
import type { ToldSeed } from '../../api/types';
import type { SpinRow } from '../../storage/db';
import { drawn, isKept, readPromise } from './fair';

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
  told: ToldSeed;
  spins: CheckedSpin[];
}

export async function checkSeed(told: ToldSeed, own: readonly SpinRow[]): Promise<CheckedSeed> {
  const kept = own.filter(({ commitment }) => commitment === told.commitment);
  const spins = told.serverSeed
    ? await Promise.all(told.spins.map((_, place) => checkSpin(told, kept, place)))
    : told.spins.map(({ nonce, code, createdAt }) => ({
        nonce,
        code,
        at: Date.parse(createdAt),
        verdict: 'open' as const,
      }));
  const numbers = new Set(told.spins.map(({ nonce }) => nonce));
  for (const { nonce, won, at } of kept)
    if (won && !numbers.has(nonce)) spins.push({ nonce, verdict: 'false', at });
  return { told, spins };
}

async function checkSpin(told: ToldSeed, kept: readonly SpinRow[], place: number): Promise<CheckedSpin> {
  const { nonce, code, createdAt } = told.spins[place]!;
  const mine = kept.find((row) => row.nonce === nonce);
  const isRight = nonce === place && isMine(told, code, mine) && (await isDrawn(told, nonce, code));
  const verdict = !isRight ? 'false' : mine ? 'true' : 'unkept';
  return { nonce, code, verdict, at: Date.parse(createdAt) };
}

function isMine(told: ToldSeed, code: string, mine: SpinRow | undefined): boolean {
  if (!mine) return true;
  return mine.clientSeed === told.clientSeed && (mine.won === undefined || mine.won.code === code);
}

async function isDrawn(
  { commitment, promise, serverSeed, clientSeed }: ToldSeed,
  nonce: number,
  code: string,
) {
  const promised = readPromise(promise);
  if (!promised || !serverSeed || !(await isKept(commitment, promise, serverSeed))) return false;
  return (await drawn(promised.slices, serverSeed, clientSeed, nonce)) === code;
}

/**
 * missingSeeds returns seeds with which this device has spun and that the server does not report: none of
 * their spins is true.
 */
export function missingSeeds(told: readonly ToldSeed[], own: readonly SpinRow[]): string[] {
  const known = new Set(told.map(({ commitment }) => commitment));
  return [...new Set(own.filter(({ won }) => won).map(({ commitment }) => commitment))].filter(
    (each) => !known.has(each),
  );
}

import { serverNow } from '../../api/clock';

/** Months of Bangkok, "2026-11": it has kept one hour for all the year as long as there are phones. */
const AHEAD_MS = 7 * 3_600_000;

export function monthOf(moment: Date | string | number): string {
  return new Date(Number(new Date(moment)) + AHEAD_MS).toISOString().slice(0, 7);
}

/**
 * Its first moment and the next month's, to compare the server's times with as texts: these end in
 * "Z" or in ".123456Z", and so the bounds name the second alone.
 */
export function boundsOf(month: string): [since: string, until: string] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [textOf(year, number), textOf(year, number + 1)];
}

function textOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1) - AHEAD_MS).toISOString().slice(0, 19);
}

/** From this month back to the first one, newest first. */
export function monthsBack(first: string | undefined, now = serverNow()): string[] {
  const months = [monthOf(now)];
  const last = first ? monthOf(first) : '';
  while (last && months.at(-1)! > last) {
    const [since] = boundsOf(months.at(-1)!);
    months.push(monthOf(Date.parse(`${since}Z`) - 1));
  }
  return months;
}

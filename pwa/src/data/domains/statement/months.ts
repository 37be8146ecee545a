import { serverNow } from '../../api/clock';

/** Months in Bangkok's time, as "2026-11". Bangkok has no daylight saving time. */
const BANGKOK_OFFSET_MS = 7 * 3_600_000;

export function monthOf(moment: Date | string | number): string {
  return new Date(Number(new Date(moment)) + BANGKOK_OFFSET_MS).toISOString().slice(0, 7);
}

/**
 * boundsOf returns the first moments of the month and of the next month, as texts that can be compared with
 * the server's times. The server's times end in "Z" or ".123456Z", so the bounds end after the seconds.
 */
export function boundsOf(month: string): [since: string, until: string] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [startOf(year, number), startOf(year, number + 1)];
}

function startOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1) - BANGKOK_OFFSET_MS).toISOString().slice(0, 19);
}

/** monthsBack returns the months from the current one back to `first`, newest first. */
export function monthsBack(first: string | undefined, now = serverNow()): string[] {
  const months = [monthOf(now)];
  const last = first ? monthOf(first) : '';
  while (last && months.at(-1)! > last) {
    const [since] = boundsOf(months.at(-1)!);
    months.push(monthOf(Date.parse(`${since}Z`) - 1));
  }
  return months;
}

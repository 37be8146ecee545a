import type { ActivityDay } from '@/data/domains/cash/types';
import { bahtOf, satangOf } from '@/data/kit/satang';

const DAY_MS = 24 * 60 * 60_000;

export interface Week {
  /** The first day of the week, for example 2026-11-15. */
  from: string;
  /** In baht, like `withdrawn`. */
  deposited: number;
  withdrawn: number;
}

/**
 * Returns the last `count` weeks of seven days up to `today`. The oldest week is first, and empty weeks are
 * included.
 */
export function groupByWeek(days: readonly ActivityDay[], today: string, count = 13): Week[] {
  const end = Date.parse(today);
  const weeks = Array.from({ length: count }, (_, i) => ({
    from: dayAt(end - ((count - i) * 7 - 1) * DAY_MS),
    deposited: 0,
    withdrawn: 0,
  }));
  for (const { day, deposited, withdrawn } of days) {
    const daysAgo = Math.round((end - Date.parse(day)) / DAY_MS);
    const week = weeks[count - 1 - Math.floor(daysAgo / 7)];
    if (!week || daysAgo < 0) continue;
    week.deposited += satangOf(deposited);
    week.withdrawn += satangOf(withdrawn);
  }
  return weeks.map((week) => ({
    ...week,
    deposited: bahtOf(week.deposited),
    withdrawn: bahtOf(week.withdrawn),
  }));
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

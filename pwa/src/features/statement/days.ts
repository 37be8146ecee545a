import { dayOf } from '@/ui/format/time';

export interface Day<Line> {
  /** The day in Bangkok, for example 2026-11-21. */
  day: string;
  lines: Line[];
}

/** Groups statement lines by day, without changing their order. */
export function groupByDay<Line extends { createdAt: string }>(lines: Line[]): Day<Line>[] {
  const days: Day<Line>[] = [];
  for (const line of lines) {
    const day = dayOf(line.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

import { dayOf } from '@/ui/format/time';

export interface Day<Line> {
  /** 2026-11-21, in Bangkok. */
  day: string;
  lines: Line[];
}

/** Lines under the head of their day, in the order they came. */
export function byDay<Line extends { createdAt: string }>(lines: Line[]): Day<Line>[] {
  const days: Day<Line>[] = [];
  for (const line of lines) {
    const day = dayOf(line.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

/** Reads Chromium's traces: how long the page's main thread is busy, for benchmarks. */
import type { Browser } from '@playwright/test';
import { expect } from './journey';

/** The duration of a frame in ms at 60 frames a second. */
export const FRAME_MS = 16;

/** The categories of a trace that contain tasks, layouts and the page's own marks. */
export const TIMELINE = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

export const eventNames = ['RunTask', 'Layout', 'UpdateLayoutTree', 'Paint', 'FunctionCall'] as const;

/** The longest event of each kind, in ms. */
export type LongestEvents = Record<(typeof eventNames)[number], number>;

/** One event of a trace. `ts` and `dur` are microseconds. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
}

export async function stopTracing(browser: Browser): Promise<TraceEvent[]> {
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents;
}

/** Returns the events of the thread on which `mark` was made. */
export function filterByThread(events: TraceEvent[], mark: TraceEvent): TraceEvent[] {
  return events.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
}

/** Returns the longest event of each kind that ends within a period. Both times are microseconds. */
export function findLongestEvents(events: TraceEvent[], from: number, to: number): LongestEvents {
  const within = events.filter(({ ts, dur = 0 }) => ts + dur >= from && ts + dur < to);
  expect(within.some(({ name }) => name === 'RunTask')).toBe(true);
  const longest = eventNames.map((name) => {
    const durations = within.filter((event) => event.name === name).map(({ dur = 0 }) => dur / 1000);
    return [name, Math.max(0, ...durations)];
  });
  return Object.fromEntries(longest) as LongestEvents;
}

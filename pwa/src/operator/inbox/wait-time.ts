import type { Say } from '../i18n';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on a wait is too long. */
export const LONG_WAIT_MS = 10 * MINUTE * 1000;

/** 14:31 within the hour, then hours and minutes, then days. */
export function waitText(ms: number, say: Say): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds < HOUR) return `${two(Math.floor(seconds / MINUTE))}:${two(seconds % MINUTE)}`;
  if (seconds < DAY) return say('wait.hours', { hours: Math.floor(seconds / HOUR), minutes: two(Math.floor((seconds % HOUR) / MINUTE)) });
  return say('wait.days', { count: Math.floor(seconds / DAY) });
}

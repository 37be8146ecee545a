import type { Translate } from '../i18n';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A wait of this many ms or more counts as too long. */
export const LONG_WAIT_MS = 10 * MINUTE * 1000;

/**
 * Returns the wait as text: minutes within the hour, then hours and minutes, then days. No format looks like
 * a time of day.
 */
export function waitText(ms: number, t: Translate): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE) return t('wait.now');
  if (seconds < HOUR) return t('wait.minutes', { minutes: Math.floor(seconds / MINUTE) });
  if (seconds < DAY)
    return t('wait.hours', {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / MINUTE),
    });
  return t('wait.days', { count: Math.floor(seconds / DAY) });
}

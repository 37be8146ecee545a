import type { Locale } from '@/i18n/locales';

/** Whatever the phone is set to: money is dated where the bank is. */
const timeZone = 'Asia/Bangkok';

/** Gregorian years: plain `th` would say 2569. */
const calendars: Record<Locale, string> = { th: 'th-TH-u-ca-gregory', lo: 'lo-LA', en: 'en-GB' };

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

type Moment = Date | string | number;

function read(moment: Moment): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
}

/** DD/MM/YYYY HH:mm:ss */
export function formatDateTime(moment: Moment): string {
  const p = read(moment);
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}:${p.second}`;
}

/** DD/MM/YYYY */
export function formatDate(moment: Moment): string {
  return formatDateTime(moment).slice(0, 10);
}

/** HH:mm */
export function formatClock(moment: Moment): string {
  return formatDateTime(moment).slice(11, 16);
}

/** A day of Bangkok, sortable: 2026-11-21. */
export function dayOf(moment: Moment): string {
  const p = read(moment);
  return `${p.year}-${p.month}-${p.day}`;
}

/** 21 พ.ย., with the year where it is not this one. */
export function formatDay(moment: Moment, locale: Locale, now: Moment = Date.now()): string {
  const sameYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4);
  const format = new Intl.DateTimeFormat(calendars[locale], {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: sameYear ? undefined : 'numeric',
  });
  return format.format(new Date(moment));
}

const DAY = 86_400;
const units = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "5 minutes ago", in the largest unit that fits; a month is 30 days. */
export function timeAgo(moment: Moment, locale: Locale, now: Moment = Date.now()): string {
  const seconds = Math.max(0, Math.floor((Number(new Date(now)) - Number(new Date(moment))) / 1000));
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[units.length - 1]!;
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}

import type { Locale } from '@/i18n/locales';
import { timeNow } from '../now';

/**
 * All times are shown in the banks' time zone, also if the phone has another zone. "Today" is the server's
 * date, if known. Bangkok and Vientiane are seven hours ahead all year, and have been for a century. The
 * times are computed here, because on a phone the browser's own formatter takes longer to create than the
 * page takes to render.
 */
const OFFSET_MS = 7 * 3_600_000;

/**
 * Names of months. Browsers that do not support Lao would silently use English, and Thai formatters count
 * Buddhist years.
 */
const months: Record<Locale, string[]> = {
  th: ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
  lo: ['ມ.ກ.', 'ກ.ພ.', 'ມ.ນ.', 'ມ.ສ.', 'ພ.ພ.', 'ມິ.ຖ.', 'ກ.ລ.', 'ສ.ຫ.', 'ກ.ຍ.', 'ຕ.ລ.', 'ພ.ຈ.', 'ທ.ວ.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

const DAY_S = 86_400;

type Moment = Date | string | number;

interface DateParts {
  year: string;
  month: string;
  day: string;
  /** HH:mm:ss */
  clock: string;
}

function datePartsOf(moment: Moment): DateParts {
  const iso = new Date(new Date(moment).getTime() + OFFSET_MS).toISOString();
  const [, year = '', month = '', day = '', clock = ''] = /^(.+)-(..)-(..)T(.{8})/.exec(iso) ?? [];
  return { year, month, day, clock };
}

/** DD/MM/YYYY HH:mm:ss */
export function formatDateTime(moment: Moment): string {
  const { year, month, day, clock } = datePartsOf(moment);
  return `${day}/${month}/${year} ${clock}`;
}

/** DD/MM/YYYY */
export function formatDate(moment: Moment): string {
  return formatDateTime(moment).slice(0, 10);
}

/** HH:mm */
export function formatClock(moment: Moment): string {
  return formatDateTime(moment).slice(11, 16);
}

/** Returns a date in Bangkok, sortable: 2026-11-21. */
export function dayOf(moment: Moment): string {
  const parts = datePartsOf(moment);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

export function isToday(moment: Moment): boolean {
  return dayOf(moment) === dayOf(timeNow());
}

export function isYesterday(moment: Moment): boolean {
  return dayOf(moment) === dayOf(timeNow() - DAY_S * 1000);
}

/** 21 พ.ย., with the year if it is not the current one. */
export function formatDay(moment: Moment, locale: Locale, now: Moment = timeNow()): string {
  const { day, month, year } = datePartsOf(moment);
  const dayAndMonth = `${Number(day)} ${months[locale][Number(month) - 1]}`;
  return year === datePartsOf(now).year ? dayAndMonth : `${dayAndMonth} ${year}`;
}

const units = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export interface TimeAgo {
  unit: (typeof units)[number][0];
  count: number;
}

/** Returns how long ago the moment was, in the largest unit that fits. A month counts as 30 days. */
export function timeAgo(moment: Moment, now: Moment = timeNow()): TimeAgo {
  const seconds = Math.max(0, Math.floor((Number(new Date(now)) - Number(new Date(moment))) / 1000));
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return { unit, count: Math.floor(seconds / size) };
}

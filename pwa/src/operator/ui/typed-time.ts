import { latinDigits, plain } from '@/data/kit/typed/plain';
import { formatDateTime } from '@/ui/format/time';
import type { Reading } from '@/ui/reading';

/** A date and time as operators type them: DD/MM/YYYY HH:MM in Bangkok, with a Gregorian year. */

const GROUP_LENGTHS = [2, 2, 4, 2, 2];
const SEPARATORS = ['/', '/', ' ', ':', ''];

/** Years outside this range are typing mistakes. A year from BUDDHIST on counts as a Buddhist year. */
const FIRST_YEAR = 2000;
const BUDDHIST = 2400;
const LAST_BUDDHIST = 2999;
export const BUDDHIST_ERA = 543;

export type TimeFault = 'unread' | 'shortYear' | 'buddhistYear' | 'noDay' | 'noClock';

/** `at` is RFC 3339 in UTC; `year` is the year as typed, if known. */
export type TypedTime = { at: string } | { fault: TimeFault; year?: number };

/** Returns the time of a field's text, or what is wrong with the text. */
export function readTypedTime(text: string): TypedTime {
  const shown = formatTypedTime(text) ?? '';
  const [, day = '', month = '', year = '', clock = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{1,4})(?: (.*))?$/.exec(shown) ?? [];
  if (year === '') return { fault: 'unread' };
  if (year.length < 4) return { fault: 'shortYear' };
  const typed = Number(year);
  if (typed >= BUDDHIST && typed <= LAST_BUDDHIST) return { fault: 'buddhistYear', year: typed };
  if (typed < FIRST_YEAR || typed > LAST_BUDDHIST) return { fault: 'unread' };
  const date = `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`;
  if (!momentOf(`${date} 00:00`)) return { fault: 'noDay' };
  const at = momentOf(`${date} ${clock.padStart(5, '0')}`);
  return at === undefined ? { fault: 'noClock' } : { at };
}

/** Returns the field's text for a time in RFC 3339. */
export function textOfTime(moment: string): string {
  return formatDateTime(moment).slice(0, 16);
}

/**
 * Returns the field's text for a typed text, with separators between the numbers. Returns undefined if the
 * typed text has a character that is neither a digit nor a separator.
 */
export function formatTypedTime(typed: string): string | undefined {
  const groups = [''];
  for (const char of latinDigits(plain(typed))) {
    const last = groups.length - 1;
    const isFull = groups[last]!.length === GROUP_LENGTHS[last];
    const hasNext = groups.length < GROUP_LENGTHS.length;
    if (/\d/.test(char)) {
      if (!isFull) groups[last] += char;
      else if (hasNext) groups.push(char);
    } else if (!/[ /.:,-]/.test(char)) return undefined;
    else if (groups[last] !== '' && hasNext) groups.push('');
  }
  return groups.map((group, i) => (i < groups.length - 1 ? group + SEPARATORS[i] : group)).join('');
}

/** The reading of a field for a date and time. */
export const timeReading: Reading = {
  kind: 'time',
  format: (typed, isPasted) => (isPasted ? formatPastedTime(typed) : formatTypedTime(typed)),
};

/**
 * Returns the field's text for a pasted text. It also accepts ISO dates, and the console's own times, which
 * have seconds. No digit of a pasted text is dropped.
 */
function formatPastedTime(pasted: string): string | undefined {
  const shown = latinDigits(plain(pasted)).replace(/ ?(น\.|ໂມງ)$/, '');
  const text = dayFirstOf(shown)?.replace(/( \d{1,2}:\d{2}):\d{2}$/, '$1');
  const formatted = text === undefined ? undefined : formatTypedTime(text);
  return digitsIn(formatted) === digitsIn(text) ? formatted : undefined;
}

/**
 * Returns a text that begins with a year in the field's order. A time with a zone is converted to Bangkok
 * time.
 */
function dayFirstOf(shown: string): string | undefined {
  const iso =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      shown,
    );
  if (!iso) return shown;
  const [, year, month, day, clock = '', zone] = iso;
  const date = `${day}/${month}/${year}`;
  if (clock === '') return date;
  if (zone === undefined) return `${date} ${clock.replace(/\.\d+$/, '')}`;
  const moment = new Date(shown.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : formatDateTime(moment);
}

/** Returns the time of a complete text; undefined if it does not exist in the calendar or on the clock. */
function momentOf(text: string): string | undefined {
  const [, day, month, year, clock] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})$/.exec(text) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${clock}:00+07:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  // Some browsers read 31 February as 3 March, and 24:00 as midnight of the next day. So the result is
  // compared with the text.
  return textOfTime(moment.toISOString()) === text ? moment.toISOString() : undefined;
}

function digitsIn(text = ''): string {
  return text.replace(/\D/g, '');
}

// @pure
import { expect, it } from 'vitest';
import { waitText } from './wait-time';

const t = (key: string, values?: Record<string, string | number>) =>
  `${key} ${Object.values(values ?? {}).join(':')}`;

it.each([
  [-500, 'wait.now '],
  [59_999, 'wait.now '],
  [14 * 60_000 + 31_000, 'wait.minutes 14'],
  [3_600_000, 'wait.hours 1:0'],
  [25 * 3_600_000, 'wait.days 1'],
])('a wait of %d ms is shown as %s', (ms, text) => {
  expect(waitText(ms, t)).toBe(text);
});

// @pure
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const CLOCK = 'data/api/clock.ts';
const QUEUE =
  'the times of queued items are the phone’s, also without a network (data/storage/queued-item.ts)';

/** The only files that may read the phone's clock, and why. */
const MAY_READ: Record<string, string> = {
  'data/domains/chat/compose.ts': QUEUE,
  'data/engine/outbox/index.ts': QUEUE,
  'data/domains/slip/enqueue-slip.ts': QUEUE,
  'data/engine/outbox/run.ts': QUEUE,
  'data/engine/outbox/triggers.ts': QUEUE,
  'sw/background.ts': QUEUE,
  'data/api/shared-time.ts': 'the service worker stores a share before it knows the server’s time',
  'data/app/update.ts':
    'a chunk may be missing before the first response: a reload is compared with the previous reload',
  'ui/now.ts': 'components know no data; main.tsx of each app gives them the server’s time',
};

/** Every way to write `new Date` without arguments, and `phoneNow`, which reads the same clock. */
const READS = /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!new )\bDate\(|\btimeOrigin\b|\bphoneNow\b/;

const src = join(import.meta.dirname, '../..');
const files = (readdirSync(src, { recursive: true }) as string[]).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);

function readsPhone(code: string): boolean {
  return READS.test(code.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''));
}

it('only the clock module and the listed files read the phone’s clock', () => {
  const reading = files.filter((path) => path !== CLOCK && readsPhone(readFileSync(join(src, path), 'utf8')));

  expect(files.length).toBeGreaterThan(300);
  expect(reading.toSorted()).toEqual(Object.keys(MAY_READ).toSorted());
});

it.each([
  'Date.now()',
  'useState(Date.now)',
  'new Date()',
  'new Date( ).getFullYear()',
  'new Date;',
  'String(Date())',
  'performance.timeOrigin',
  'phoneNow()',
])('the check finds %s', (code) => {
  expect(readsPhone(code)).toBe(true);
});

it.each([
  'new Date(at)',
  'new Date(\n  at)',
  'Date.parse(at)',
  'Date.UTC(2026, 1)',
  'formatDate(at)',
  'x as Date',
  '// Date.now()',
  '/** new Date() */',
])('the check accepts %s', (code) => {
  expect(readsPhone(code)).toBe(false);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let kit: typeof import('./web-storage');

/** Each test loads the module again, like a new page. */
beforeEach(async () => {
  vi.resetModules();
  kit = await import('./web-storage');
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('exceeded the quota', 'QuotaExceededError');
};
/** Returns the real storage with these calls replaced. */
const over = (calls: Partial<Storage>): Storage => ({
  getItem: localStorage.getItem.bind(localStorage),
  setItem: localStorage.setItem.bind(localStorage),
  removeItem: localStorage.removeItem.bind(localStorage),
  clear: localStorage.clear.bind(localStorage),
  key: localStorage.key.bind(localStorage),
  length: localStorage.length,
  ...calls,
});

/** What browsers do to a page. */
const FAULTS: Record<string, () => void> = {
  'throws when it is touched': () =>
    Object.defineProperty(globalThis, 'localStorage', { get: refused, configurable: true }),
  'is null': () => vi.stubGlobal('localStorage', null),
  'is missing': () => vi.stubGlobal('localStorage', undefined),
  'throws at every call': () =>
    vi.stubGlobal('localStorage', over({ getItem: refused, setItem: refused, removeItem: refused })),
};

describe.each(Object.entries(FAULTS))('a storage that %s', (_, breakIt) => {
  const whole = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  afterEach(() => Object.defineProperty(globalThis, 'localStorage', whole));

  it('a blocked storage keeps a value for this page, and reports the failure', () => {
    breakIt();

    expect(kit.lasting.get('token')).toBeNull();
    expect(kit.webStorageFailure.get()).toBeNull();

    expect(kit.lasting.set('token', 'one')).toBe(false);
    expect(kit.lasting.get('token')).toBe('one');
    expect(kit.webStorageFailure.get()).toBe('blocked');

    kit.lasting.remove('token');
    expect(kit.lasting.get('token')).toBeNull();
  });

  it('a value that was read before the storage broke stays known', () => {
    localStorage.setItem('token', 'one');
    expect(kit.lasting.get('token')).toBe('one');

    breakIt();

    expect(kit.lasting.get('token')).toBe('one');
  });

  it('a value that was removed while the storage was broken does not return', () => {
    localStorage.setItem('token', 'one');

    breakIt();
    kit.lasting.remove('token');
    Object.defineProperty(globalThis, 'localStorage', whole);

    expect(kit.lasting.get('token')).toBeNull();
  });
});

describe('a full storage', () => {
  it('a full storage keeps the new value for this page, and no older one for the next', () => {
    localStorage.setItem('token', 'old');
    vi.stubGlobal('localStorage', over({ setItem: full }));

    expect(kit.lasting.set('token', 'new')).toBe(false);

    expect(kit.lasting.get('token')).toBe('new');
    expect(localStorage.getItem('token')).toBeNull();
    expect(kit.webStorageFailure.get()).toBe('full');
  });

  it('a storage that has space again stores the next value', () => {
    vi.stubGlobal('localStorage', over({ setItem: full }));
    kit.lasting.set('token', 'one');
    vi.unstubAllGlobals();

    expect(kit.lasting.set('token', 'two')).toBe(true);

    expect(localStorage.getItem('token')).toBe('two');
  });
});

describe('a working storage', () => {
  it('a working storage is read each time, since another tab may have written', () => {
    kit.lasting.set('token', 'one');

    localStorage.setItem('token', 'two');
    expect(kit.lasting.get('token')).toBe('two');

    localStorage.clear();
    expect(kit.lasting.get('token')).toBeNull();
  });

  it('lasting and passing are separate storages', () => {
    kit.lasting.set('token', 'one');

    expect(kit.passing.get('token')).toBeNull();
  });
});

it('only web-storage.ts uses the browser’s storage', () => {
  const src = join(import.meta.dirname, '../..');
  const files = (readdirSync(src, { recursive: true }) as string[]).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const direct = files.filter((path) =>
    /\b(?:local|session)Storage\b(?!')/.test(
      readFileSync(join(src, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''),
    ),
  );

  expect(files.length).toBeGreaterThan(300);
  expect(direct).toEqual([]);
});

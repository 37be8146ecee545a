import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let webStorage: typeof import('./web-storage');

/** Each test loads the module again, like a new page. */
beforeEach(async () => {
  vi.resetModules();
  webStorage = await import('./web-storage');
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const throwRefused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const throwFull = () => {
  throw new DOMException('exceeded the quota', 'QuotaExceededError');
};
/** Returns the real storage with these calls replaced. */
const storageWith = (calls: Partial<Storage>): Storage => ({
  getItem: localStorage.getItem.bind(localStorage),
  setItem: localStorage.setItem.bind(localStorage),
  removeItem: localStorage.removeItem.bind(localStorage),
  clear: localStorage.clear.bind(localStorage),
  key: localStorage.key.bind(localStorage),
  length: localStorage.length,
  ...calls,
});

/** The ways in which browsers deny local storage. */
const FAULTS: Record<string, () => void> = {
  'throws when it is accessed': () =>
    Object.defineProperty(globalThis, 'localStorage', { get: throwRefused, configurable: true }),
  'is null': () => vi.stubGlobal('localStorage', null),
  'is missing': () => vi.stubGlobal('localStorage', undefined),
  'throws at every call': () =>
    vi.stubGlobal(
      'localStorage',
      storageWith({ getItem: throwRefused, setItem: throwRefused, removeItem: throwRefused }),
    ),
};

describe.each(Object.entries(FAULTS))('a storage that %s', (_, breakStorage) => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  afterEach(() => Object.defineProperty(globalThis, 'localStorage', original));

  it('a blocked storage keeps a value for this page, and reports the failure', () => {
    breakStorage();

    expect(webStorage.deviceStorage.get('token')).toBeNull();
    expect(webStorage.webStorageFailure.get()).toBeNull();

    expect(webStorage.deviceStorage.set('token', 'one')).toBe(false);
    expect(webStorage.deviceStorage.get('token')).toBe('one');
    expect(webStorage.webStorageFailure.get()).toBe('blocked');

    webStorage.deviceStorage.remove('token');
    expect(webStorage.deviceStorage.get('token')).toBeNull();
  });

  it('a value that was read before the storage broke stays known', () => {
    localStorage.setItem('token', 'one');
    expect(webStorage.deviceStorage.get('token')).toBe('one');

    breakStorage();

    expect(webStorage.deviceStorage.get('token')).toBe('one');
  });

  it('a value that was removed while the storage was broken does not return', () => {
    localStorage.setItem('token', 'one');

    breakStorage();
    webStorage.deviceStorage.remove('token');
    Object.defineProperty(globalThis, 'localStorage', original);

    expect(webStorage.deviceStorage.get('token')).toBeNull();
  });
});

describe('a full storage', () => {
  it('a full storage keeps the new value for this page, and removes the older one', () => {
    localStorage.setItem('token', 'old');
    vi.stubGlobal('localStorage', storageWith({ setItem: throwFull }));

    expect(webStorage.deviceStorage.set('token', 'new')).toBe(false);

    expect(webStorage.deviceStorage.get('token')).toBe('new');
    expect(localStorage.getItem('token')).toBeNull();
    expect(webStorage.webStorageFailure.get()).toBe('full');
  });

  it('a storage that has space again stores the next value', () => {
    vi.stubGlobal('localStorage', storageWith({ setItem: throwFull }));
    webStorage.deviceStorage.set('token', 'one');
    vi.unstubAllGlobals();

    expect(webStorage.deviceStorage.set('token', 'two')).toBe(true);

    expect(localStorage.getItem('token')).toBe('two');
  });
});

describe('a working storage', () => {
  it('a working storage is read each time, since another tab may have written', () => {
    webStorage.deviceStorage.set('token', 'one');

    localStorage.setItem('token', 'two');
    expect(webStorage.deviceStorage.get('token')).toBe('two');

    localStorage.clear();
    expect(webStorage.deviceStorage.get('token')).toBeNull();
  });

  it('lasting and passing are separate storages', () => {
    webStorage.deviceStorage.set('token', 'one');

    expect(webStorage.tabStorage.get('token')).toBeNull();
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

/** What the browser has and Node 20 or happy-dom have not, and what each page registers before it does anything. */
import 'fake-indexeddb/auto';
import '@/data/app/page-registrations';
import { afterAll } from 'vitest';
import { LockWorld } from './locks';

const { setImmediate: turn } = globalThis;

if (typeof navigator === 'object' && !('locks' in navigator)) {
  Object.defineProperty(navigator, 'locks', { value: new LockWorld().client(), configurable: true });
}

// A page in a test has no network but what the test gives it.
if (typeof document === 'object') {
  // What is awaited has time on a busy machine too.
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'));
  // React ends in tasks of its own what the last test began, and throws where the page has gone by then. What still
  // stands there would be drawn again by texts that come late.
  afterAll(async () => {
    cleanup();
    for (let i = 0; i < 3; i++) await new Promise((resolve) => turn(resolve));
  });
}

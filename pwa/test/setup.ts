/**
 * Adds features of browsers that Node 20 and happy-dom lack. Registers what each page registers at its start.
 */
import 'fake-indexeddb/auto';
import '@/data/app/page-registrations';
import { afterAll } from 'vitest';
import { FakeLocks } from './locks';

const { setImmediate: turn } = globalThis;

if (typeof navigator === 'object' && !('locks' in navigator)) {
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks().client(), configurable: true });
}

// Pages in tests can only use the network that the test provides.
if (typeof document === 'object') {
  // Asynchronous checks get a time limit that suffices on a busy machine.
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'));
  // React finishes work of the last test in separate tasks, and throws if the page is gone by then. Texts
  // that are loaded late would render mounted components again.
  afterAll(async () => {
    cleanup();
    for (let i = 0; i < 3; i++) await new Promise((resolve) => turn(resolve));
  });
}

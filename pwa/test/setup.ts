/**
 * Adds features of browsers that Node 20 and happy-dom lack. Registers what each page registers at its start.
 */
import 'fake-indexeddb/auto';
import '@/data/app/page-registrations';
import { FakeLocks } from './locks';

if (typeof navigator === 'object' && !('locks' in navigator)) {
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks().client(), configurable: true });
}

// Pages in tests can only use the network that the test provides.
if (typeof document === 'object')
  globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'));

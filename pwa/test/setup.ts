/** What the browser has and Node 20 or happy-dom have not. */
import 'fake-indexeddb/auto';
import { LockWorld } from './locks';

if (typeof navigator === 'object' && !('locks' in navigator)) {
  Object.defineProperty(navigator, 'locks', { value: new LockWorld().client(), configurable: true });
}

// A page in a test has no network but what the test gives it.
if (typeof document === 'object') {
  globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'));
}

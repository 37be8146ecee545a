/** What the browser has and Node 20 or happy-dom have not. */
import 'fake-indexeddb/auto';
import { LockWorld } from './locks';

if (typeof navigator === 'object' && !('locks' in navigator)) {
  Object.defineProperty(navigator, 'locks', { value: new LockWorld().client(), configurable: true });
}

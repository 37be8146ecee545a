import { afterEach, expect, it, vi } from 'vitest';
import { forgetSession, keepToken } from '../../session/token';
import { canSendWhileClosed } from './can-send-while-closed';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetSession('t');
});

it.each([
  ['Android, remembered', true, true, true],
  ['Android, for this visit only', true, false, false],
  ['an iPhone', false, true, false],
])('says whether the outbox goes out while the app is closed: %s', (_, hasSync, remember, expected) => {
  if (hasSync) vi.stubGlobal('SyncManager', class {});
  keepToken('t', remember);

  expect(canSendWhileClosed()).toBe(expected);
});

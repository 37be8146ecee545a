/**
 * Notifies the server that an operator uses the console, because a session without activity ends. Requests do
 * not prove activity: the console polls its lists automatically.
 */
import { call } from '@/data/api/client';
import { instantNow, elapsedSince, type Instant } from '@/data/api/clock';
import { asOperator } from './calls';
import { currentSession } from './session';

/**
 * The minimum time in ms between two notifications. It is much less than the half hour after which a session
 * ends.
 */
const EVERY_MS = 5 * 60_000;

let sentState: Instant | undefined;

export function startPresence(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(sign, note, { passive: true, capture: true });
}

function note(): void {
  if (!currentSession() || (sentState && elapsedSince(sentState) < EVERY_MS)) return;
  sentState = instantNow();
  void asOperator((auth) => call('POST', '/api/operator/present', { auth })).catch(() => {
    sentState = undefined; // The next activity tries again.
  });
}

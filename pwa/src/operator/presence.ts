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

let lastSentAt: Instant | undefined;

/** Follows the operator's input until the page closes. */
export function startPresence(): void {
  for (const eventType of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(eventType, notifyPresence, { passive: true, capture: true });
}

function notifyPresence(): void {
  if (!currentSession() || (lastSentAt && elapsedSince(lastSentAt) < EVERY_MS)) return;
  lastSentAt = instantNow();
  void asOperator((auth) => call('POST', '/api/operator/present', { auth })).catch(() => {
    lastSentAt = undefined; // The next activity tries again.
  });
}

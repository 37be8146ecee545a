/**
 * Notifies the server that a person uses the console: a session without activity ends. The console polls its
 * lists by itself, so requests do not prove activity.
 */
import { call } from '@/data/api/client';
import { instant, passedSince, type Instant } from '@/data/api/clock';
import { asOperator } from './calls';
import { currentSession } from './session';

/** Much less than the half hour after which a session ends. */
const EVERY_MS = 5 * 60_000;

let told: Instant | undefined;

export function startPresence(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(sign, note, { passive: true, capture: true });
}

function note(): void {
  if (!currentSession() || (told && passedSince(told) < EVERY_MS)) return;
  told = instant();
  void asOperator((auth) => call('POST', '/api/operator/present', { auth })).catch(() => {
    told = undefined; // The next activity tries again.
  });
}

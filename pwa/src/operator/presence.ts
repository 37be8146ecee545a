/**
 * Tells the server that somebody sits here: a session in which nobody does anything ends. The desk
 * looks at its lists by itself, which says nothing of a person.
 */
import { call } from '@/data/api/client';
import { instant, passedSince, type Instant } from '@/data/api/clock';
import { asOperator } from './calls';
import { currentSession } from './session';

/** Well below the half hour after which a session ends. */
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
    told = undefined; // with the next sign
  });
}

import { expect, it, vi } from 'vitest';

const session = { token: 't', username: 'nok', role: 'admin', expiresAt: '2026-11-22T07:00:00Z' };

it('a session is kept across a reload if the clock is a year ahead: only the server ends it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-11-21T07:00:00Z') });
  sessionStorage.setItem('operator-session', JSON.stringify(session));

  const { currentSession, expireOperatorSession: endSession, sessionStore } = await import('./session');
  expect(currentSession()).toEqual(session);

  endSession('t');
  expect(sessionStore.get()).toEqual({ session: null, expired: true });
  expect(sessionStorage.getItem('operator-session')).toBeNull();
  vi.useRealTimers();
});

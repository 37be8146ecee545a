/** A logged-in member for tests of commands: the server syncs nothing, and the clock can be advanced. */
import { vi } from 'vitest';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { refusal } from './network';
import { ok, stubServer, type TestServer } from './server';

/** Logs the member in, and returns the server. */
export async function createCommandMember(): Promise<TestServer> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
  await login({ username: '08', password: 'x', rememberMe: true });
  return server;
}

/** Logs the member out, and removes all their data from the phone. */
export async function deleteCommandMember(): Promise<void> {
  if (getSession()) await logout('discard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

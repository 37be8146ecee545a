import { call } from '@/data/api/client';

/** Asks the server: a cached response must neither lock members out nor let them in. */
export async function isSiteClosed(): Promise<boolean> {
  const { terminated } = await call('GET', '/api/lookup/active', { auth: false });
  return terminated === 'gone';
}

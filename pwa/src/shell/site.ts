import { call } from '@/data/api/client';

/** Asks the server itself: a cached answer must neither lock out nor let in. */
export async function isSiteClosed(): Promise<boolean> {
  const { terminated } = await call('GET', '/api/lookup/active', { auth: false });
  return terminated === 'gone';
}

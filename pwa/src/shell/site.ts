import { call } from '@/data/api/client';

/**
 * Requests from the server whether the site is closed. A cached response could lock members out or let them
 * in by mistake.
 */
export async function isSiteClosed(): Promise<boolean> {
  const { terminated } = await call('GET', '/api/lookup/active', { auth: false });
  return terminated === 'gone';
}

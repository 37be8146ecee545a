import type { Say } from '../i18n';

/** Returns the name of an operator's role. */
export function roleName(role: string, say: Say): string {
  return say(role === 'admin' ? 'me.admin' : role === 'cashier' ? 'me.cashier' : 'me.support');
}

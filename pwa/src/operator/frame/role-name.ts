import type { Translate } from '../i18n';

/** Returns the name of an operator's role. */
export function roleName(role: string, t: Translate): string {
  return t(role === 'admin' ? 'me.admin' : role === 'cashier' ? 'me.cashier' : 'me.support');
}

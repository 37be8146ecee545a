import { say, type Word } from '../../i18n';
import th from '../../i18n/th/cashier.json';
import type { Waiting } from '../wire';

const known: Record<string, Record<string, object>> = th.reason;

/** Why it waits: a few words for the row. A reason that is new here shows as it came. */
export function reasonShort({ kind, reason }: Pick<Waiting, 'kind' | 'reason'>): string {
  return known[kind]?.[reason] ? say(`cash.reason.${kind}.${reason}.short` as Word) : reason;
}

/** The same in a sentence, with what to look for. */
export function reasonText({ kind, reason }: Pick<Waiting, 'kind' | 'reason'>): string {
  return known[kind]?.[reason] ? say(`cash.reason.${kind}.${reason}.text` as Word) : reason;
}

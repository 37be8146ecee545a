import { isolate } from '@/data/kit/isolate';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import type { Say, Word } from '../../i18n';
import th from '../../i18n/th/cashier.json';

const acts: Record<string, Record<string, string>> = th.log.act;

/** Returns an action's text; an unknown action is returned unchanged. */
export function actName(action: string, say: Say): string {
  const [of = '', what = ''] = action.split('.');
  return acts[of]?.[what] ? say(`cash.log.act.${of}.${what}` as Word) : action;
}

/** Returns the logged details in one line, without empty ones. */
export function detailsText(details: Record<string, unknown>, say: Say): string {
  return parts(details, say).join(' · ');
}

function parts(details: Record<string, unknown>, say: Say): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '' || value === false) return [];
    if (typeof value === 'object') return parts(value as Record<string, unknown>, say);
    // The log's amounts are in the main unit, as in the API.
    const text =
      name === 'amount' && typeof value === 'number' ? formatMoney(value) : noteText(String(value), say);
    return Object.hasOwn(th.log.detail, name)
      ? [`${say(`cash.log.detail.${name}` as Word)} ${value === true ? '' : text}`.trim()]
      : [text];
  });
}

/** A time as the server writes it. */
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function noteText(value: string, say: Say): string {
  if (RFC3339.test(value)) return formatDateTime(value);
  if (Object.hasOwn(th.note, value)) return say(`cash.note.${value}` as Word);
  return Object.hasOwn(th.pairs.kind, value) ? say(`cash.pairs.kind.${value}` as Word) : isolate(value);
}

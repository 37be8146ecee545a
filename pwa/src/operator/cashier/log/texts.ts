import { isolate } from '@/data/kit/isolate';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import type { Translate, TextKey } from '../../i18n';
import th from '../../i18n/th/cashier.json';

const actionNames: Record<string, Record<string, string>> = th.log.act;

/** Returns an action's text; an unknown action is returned unchanged. */
export function actionName(action: string, t: Translate): string {
  const [of = '', what = ''] = action.split('.');
  return actionNames[of]?.[what] ? t(`cash.log.act.${of}.${what}` as TextKey) : action;
}

/** Returns the logged details in one line, without empty ones. */
export function detailsText(details: Record<string, unknown>, t: Translate): string {
  return detailTexts(details, t).join(' · ');
}

function detailTexts(details: Record<string, unknown>, t: Translate): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '' || value === false) return [];
    if (typeof value === 'object') return detailTexts(value as Record<string, unknown>, t);
    // The log's amounts are in the main unit, as in the API.
    const text =
      name === 'amount' && typeof value === 'number' ? formatMoney(value) : noteText(String(value), t);
    return Object.hasOwn(th.log.detail, name)
      ? [`${t(`cash.log.detail.${name}` as TextKey)} ${value === true ? '' : text}`.trim()]
      : [text];
  });
}

/** A time as the server writes it. */
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function noteText(value: string, t: Translate): string {
  if (RFC3339.test(value)) return formatDateTime(value);
  if (Object.hasOwn(th.note, value)) return t(`cash.note.${value}` as TextKey);
  return Object.hasOwn(th.pairs.kind, value) ? t(`cash.pairs.kind.${value}` as TextKey) : isolate(value);
}

/**
 * Finds the missing fields of an offered action, and builds its request. The server decides which actions
 * and fields there are.
 */
import { bahtOf, satangOf } from '@/data/kit/satang';
import type { ActionRequest } from './actions';
import type { Field, FoundMember, Offer, CashierItem } from './wire';
import { cleanText } from '@/data/kit/typed/written';
import { readTypedTime, textOfTime } from '../ui/typed-time';

/** What an operator filled in for an item: amounts in satang, times as typed. */
export interface Draft {
  values: Readonly<Record<string, string | number | boolean>>;
  member?: FoundMember | undefined;
}

export const emptyDraft: Draft = { values: {} };

/**
 * Returns whether the action's fields are always shown among the facts. The fields of other actions appear
 * with the confirmation.
 */
export function showsFieldsAmongFacts({ answer, pair }: Offer): boolean {
  return answer === 'yes' && pair !== true;
}

/** Returns the value that the operator filled in, or else the server's value. */
export function readFieldValue(
  field: Field,
  { values, member }: Draft,
): string | number | boolean | undefined {
  const typed = field.type === 'member' ? member?._id : values[field.name];
  if (typed !== undefined) return typed;
  if (field.value === undefined) return undefined;
  if (field.type === 'amount') return satangOf(Number(field.value));
  return field.type === 'time' ? textOfTime(field.value) : field.value;
}

/** Returns the first field that is required and empty, or has an unreadable time; undefined if none. */
export function findMissingField({ fields }: Offer, draft: Draft): Field | undefined {
  return fields.find((field) => {
    const value = readFieldValue(field, draft);
    if (isEmpty(value)) return field.required === true;
    return field.type === 'time' && timeOf(value) === undefined;
  });
}

/** Returns a typed time in RFC 3339; undefined if unreadable. */
function timeOf(value: unknown): string | undefined {
  const read = readTypedTime(String(value));
  return 'at' in read ? read.at : undefined;
}

function isEmpty(value: string | number | boolean | undefined): boolean {
  return typeof value === 'string' ? cleanText(value) === '' : value === undefined || value === 0;
}

/** Returns the action's request: amounts in baht, times in RFC 3339, and no empty fields. */
export function buildRequest({ kind, id }: CashierItem, { act, fields }: Offer, draft: Draft): ActionRequest {
  const body: NonNullable<ActionRequest['body']> = {};
  for (const field of fields) {
    const value = readFieldValue(field, draft);
    if (value === undefined || isEmpty(value)) continue;
    if (field.type === 'time') body[field.name] = timeOf(value);
    else if (typeof value === 'number') body[field.name] = bahtOf(value);
    else body[field.name] = typeof value === 'string' ? cleanText(value) : value;
  }
  const path = { kind, id, act };
  return fields.length === 0 ? { path } : { path, body };
}

/** Returns the amount in satang that the action moves, if known. */
export function findActionAmount(
  { satang }: CashierItem,
  { fields }: Offer,
  draft: Draft,
): number | undefined {
  const field = fields.find(({ type }) => type === 'amount');
  const typed = field && readFieldValue(field, draft);
  if (field) return typeof typed === 'number' && typed > 0 ? typed : undefined;
  return satang ?? undefined;
}

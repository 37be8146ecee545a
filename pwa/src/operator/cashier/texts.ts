/** The console's texts for the server's codes. A code without a text is shown as the server sent it. */
import { satangOf } from '@/data/kit/satang';
import { formatDateTime } from '@/ui/format/time';
import { t, type TextKey } from '../i18n';
import th from '../i18n/th/cashier.json';
import { amountText } from './money';
import type { RowOutcome } from './queue/list';
import type { Field, FoundMember, Offer, Verdict, CashierItem } from './wire';

type FoundLine = NonNullable<FoundMember['line']>;

type Texts = { [key: string]: string | Texts };

/** Returns the template of a key such as "cash.kind.SLIP", if there is one. */
function findTemplate(path: string): string | undefined {
  let at: string | Texts | undefined = th;
  for (const part of path.split('.').slice(1))
    at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

function knownText(path: string, values?: Record<string, string | number>): string | undefined {
  return findTemplate(path) === undefined ? undefined : t(path as TextKey, values);
}

/** Returns the kind's name. For a proposal, returns the name of the proposed kind. */
export function kindName({ kind, reason }: Pick<CashierItem, 'kind' | 'reason'>): string {
  return (
    (kind === 'PROPOSAL' ? knownText(`cash.pairs.kind.${reason}`) : knownText(`cash.kind.${kind}`)) ?? kind
  );
}

/** Returns why the item waits, in a few words for its row. */
export function reasonShort({ kind, reason }: Pick<CashierItem, 'kind' | 'reason'>): string {
  return knownText(`cash.reason.${kind}.${reason}.short`) ?? reason;
}

/** Returns why the item waits, in a sentence that says what to check. */
export function reasonText({ kind, reason }: Pick<CashierItem, 'kind' | 'reason'>): string {
  return knownText(`cash.reason.${kind}.${reason}.text`) ?? reason;
}

/** Returns the label of the amount above the facts. */
export function amountLabel({ kind, reason, facts }: CashierItem): string | undefined {
  const method = facts.find(({ code }) => code === 'way');
  if (method) return valueText(method, method.value, '');
  return knownText(`cash.amountOf.${kind === 'PROPOSAL' ? reason : kind}`) ?? knownText('cash.fact.amount');
}

/** Returns the heading of the column with external data. */
export function externalLabel({ kind, reason }: CashierItem): string {
  return knownText(`cash.told.${kind === 'PROPOSAL' ? reason : kind}`) ?? '';
}

/** Returns a member's statement line as one row of text: type, status, amount and time. */
export function lineText({ statementType, status, amount, currency, createdAt }: FoundLine): string {
  const what = [
    knownText(`cash.line.type.${statementType}`) ?? statementType,
    knownText(`cash.line.status.${status}`) ?? status,
  ];
  return `${what.join(' ')} · ${amountText(satangOf(amount), currency)} · ${formatDateTime(createdAt)}`;
}

export function factName(code: string): string {
  return knownText(`cash.fact.${code}`) ?? code;
}

/** Returns the value of a fact or verdict, formatted by its type. */
export function valueText(
  { code, type }: Pick<Verdict, 'code'> & { type: string },
  value: string,
  currency: string,
): string {
  switch (type) {
    case 'amount':
      return value === '' ? '' : amountText(satangOf(Number(value)), currency);
    case 'time':
      return value === '' ? '' : formatDateTime(value);
    case 'word':
      return knownText(`cash.word.${code}.${value}`) ?? value;
    default:
      return value;
  }
}

/** Returns a button's label with the amount. If the amount is unknown, returns only the verb. */
export function actionLabel({ kind, reason }: CashierItem, { act, answer }: Offer, amount: string): string {
  const [own, path] = [`cash.act.${kind}.${act}.of.${reason}`, `cash.act.${kind}.${act}.do`];
  const actionText = findTemplate(own) ?? findTemplate(path);
  if (answer === 'yes' && amount === '' && actionText?.includes('{{amount}}')) return t('cash.yes.plain');
  return knownText(own, { amount }) ?? knownText(path, { amount }) ?? act;
}

/** Returns a sentence that says what the action will do, or asks whether the operator intends it. */
export function confirmText(
  { kind, reason }: CashierItem,
  { act }: Offer,
  values: Record<'amount' | 'name' | 'account' | 'reference', string>,
): string | undefined {
  const path = `cash.act.${kind}.${act}`;
  return knownText(`${path}.willOf.${reason}`, values) ?? knownText(`${path}.will`, values);
}

/** Returns the text of the toast after the action. */
export function doneText({ kind }: CashierItem, { act }: Offer, amount: string): string {
  return knownText(`cash.act.${kind}.${act}.done`, { amount }) ?? t('cash.ended.accepted');
}

/** Returns how an item has ended, for an item that is still shown. */
export function endedText({ kind }: CashierItem, outcome: RowOutcome): string {
  if (outcome === 'gone') return t('cash.gone');
  return knownText(`cash.endedOf.${kind}.${outcome}`) ?? t(`cash.ended.${outcome}`);
}

/** Returns a field's label, and the hint below it. */
export function fieldLabel({ kind }: CashierItem, { name }: Field): { label: string; hint?: string } {
  const label =
    knownText(`cash.ask.${kind}.${name}.label`) ?? knownText(`cash.ask.any.${name}.label`) ?? fieldName(name);
  const hint = knownText(`cash.ask.${kind}.${name}.hint`) ?? knownText(`cash.ask.any.${name}.hint`);
  return hint === undefined ? { label } : { label, hint };
}

function fieldName(name: string): string {
  return knownText(`cash.field.${name}`) ?? name;
}

export function missingFieldText({ name }: Field): string {
  return knownText(`cash.need.${name}`) ?? t('form.required');
}

/** Returns the text of one option of a field. */
export function optionText({ name }: Field, option: string): string {
  return knownText(`cash.${name}.${option}`) ?? option;
}

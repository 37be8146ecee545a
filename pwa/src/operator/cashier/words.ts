/** What the desk calls things. A word that is new to this screen shows as the server said it. */
import { satangOf } from '@/data/kit/satang';
import { formatDateTime } from '@/ui/format/time';
import { say, type Word } from '../i18n';
import th from '../i18n/th/cashier.json';
import { amountText } from './money';
import type { End } from './queue/list';
import type { Field, FoundMember, Offer, Verdict, Waiting } from './wire';

type FoundLine = NonNullable<FoundMember['line']>;

type Texts = { [key: string]: string | Texts };

/** The template of a word, "cash.kind.SLIP", if there is one. */
function template(path: string): string | undefined {
  let at: string | Texts | undefined = th;
  for (const part of path.split('.').slice(1))
    at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

function known(path: string, values?: Record<string, string | number>): string | undefined {
  return template(path) === undefined ? undefined : say(path as Word, values);
}

/** The kind; of a proposal, what was proposed. */
export function kindName({ kind, reason }: Pick<Waiting, 'kind' | 'reason'>): string {
  return (kind === 'PROPOSAL' ? known(`cash.pairs.kind.${reason}`) : known(`cash.kind.${kind}`)) ?? kind;
}

/** Why it waits: a few words for the row. */
export function reasonShort({ kind, reason }: Pick<Waiting, 'kind' | 'reason'>): string {
  return known(`cash.reason.${kind}.${reason}.short`) ?? reason;
}

/** The same in a sentence, with what to look for. */
export function reasonText({ kind, reason }: Pick<Waiting, 'kind' | 'reason'>): string {
  return known(`cash.reason.${kind}.${reason}.text`) ?? reason;
}

/** What the amount above the facts is. */
export function amountLabel({ kind, reason, facts }: Waiting): string | undefined {
  const way = facts.find(({ code }) => code === 'way');
  if (way) return valueText(way, way.value, '');
  return known(`cash.amountOf.${kind === 'PROPOSAL' ? reason : kind}`) ?? known('cash.fact.amount');
}

/** The column of what came from outside. */
export function toldLabel({ kind, reason }: Waiting): string {
  return known(`cash.told.${kind === 'PROPOSAL' ? reason : kind}`) ?? '';
}

/** A line of a member's statement, in a row: what, how far, how much and when. */
export function lineText({ statementType, status, amount, currency, createdAt }: FoundLine): string {
  const what = [
    known(`cash.line.type.${statementType}`) ?? statementType,
    known(`cash.line.status.${status}`) ?? status,
  ];
  return `${what.join(' ')} · ${amountText(satangOf(amount), currency)} · ${formatDateTime(createdAt)}`;
}

export function factName(code: string): string {
  return known(`cash.fact.${code}`) ?? code;
}

/** A fact's or a verdict's value, by its type. */
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
      return known(`cash.word.${code}.${value}`) ?? value;
    default:
      return value;
  }
}

/** What a button does, with how much; before the amount is known, the verb alone. */
export function doText({ kind, reason }: Waiting, { act, answer }: Offer, amount: string): string {
  const [own, path] = [`cash.act.${kind}.${act}.of.${reason}`, `cash.act.${kind}.${act}.do`];
  const told = template(own) ?? template(path);
  if (answer === 'yes' && amount === '' && told?.includes('{{amount}}')) return say('cash.yes.plain');
  return known(own, { amount }) ?? known(path, { amount }) ?? act;
}

/** What it is about to do, or whether it is meant, in a sentence. */
export function willText(
  item: Waiting,
  { act }: Offer,
  values: Record<'amount' | 'name' | 'account' | 'reference', string>,
): string | undefined {
  return known(`cash.act.${item.kind}.${act}.will`, values);
}

/** Afterwards. */
export function doneText({ kind }: Waiting, { act }: Offer, amount: string): string {
  return known(`cash.act.${kind}.${act}.done`, { amount }) ?? say('cash.ended.accepted');
}

/** How it ended, while it still shows. */
export function endedText({ kind }: Waiting, end: End): string {
  if (end === 'gone') return say('cash.gone');
  return known(`cash.endedOf.${kind}.${end}`) ?? say(`cash.ended.${end}`);
}

/** What a field is called here, and what stands beneath it. */
export function fieldLabel({ kind }: Waiting, { name }: Field): { label: string; hint?: string } {
  const label =
    known(`cash.ask.${kind}.${name}.label`) ?? known(`cash.ask.any.${name}.label`) ?? factLike(name);
  const hint = known(`cash.ask.${kind}.${name}.hint`) ?? known(`cash.ask.any.${name}.hint`);
  return hint === undefined ? { label } : { label, hint };
}

function factLike(name: string): string {
  return known(`cash.field.${name}`) ?? name;
}

export function needText({ name }: Field): string {
  return known(`cash.need.${name}`) ?? say('form.required');
}

/** One of the choices of a field. */
export function optionText({ name }: Field, option: string): string {
  return known(`cash.${name}.${option}`) ?? option;
}

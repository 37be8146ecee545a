/** The desk's wire, by its own names: amounts are whole satang from here on inwards. */
import type { Schemas } from '@/data/api/schema.gen';
import { satangOf } from '@/data/kit/satang';

export type MemberView = Pick<
  Schemas['Member'],
  '_id' | 'active' | 'frozenUntil' | 'bankCode' | 'accountName' | 'accountNo' | 'currency'
>;
export type FoundMember = Pick<
  Schemas['Found'],
  '_id' | 'active' | 'name' | 'phone' | 'bankCode' | 'accountName' | 'accountNo' | 'currency' | 'line'
>;
export type LogEntry = Pick<
  Schemas['Entry'],
  'at' | 'operator' | 'action' | 'subject' | 'details' | 'requestId'
>;
export type Bank = Pick<Schemas['Bank'], 'code' | 'nameTH' | 'nameEN' | 'nameLO'>;
export type Fact = Pick<Schemas['Fact'], 'code' | 'value' | 'type'>;
export type Verdict = Pick<Schemas['Verdict'], 'code' | 'theirs' | 'ours' | 'type' | 'fits'>;
export type Field = Pick<Schemas['Field'], 'name' | 'type' | 'required' | 'max' | 'options' | 'value'>;

/** An act that may be done now, and what it asks for. */
export interface Offer extends Pick<Schemas['Offer'], 'act' | 'answer' | 'pair' | 'blocked'> {
  fields: readonly Field[];
}

/** One thing that waits for a person. */
export interface Waiting {
  /** A payout in doubt has the id of its withdrawal: only with its kind it is one thing. */
  key: string;
  kind: string;
  id: string;
  since: string;
  /** Null where nobody told it yet. */
  satang: number | null;
  currency: string;
  reason: string;
  /** More of them, of a withdrawal. */
  also: readonly string[];
  reference: string;
  note: string;
  member?: MemberView;
  picture?: string;
  /** What to look for its member by. */
  find: string;
  facts: readonly Fact[];
  verdicts: readonly Verdict[];
  offers: readonly Offer[];
}

export function waitingOf(item: Schemas['Item']): Waiting {
  const { kind, id, amount, also = [], note = '', find = '', member, pictureUrl } = item;
  const { since, currency, reason, reference, facts, verdicts, offers } = item;
  return {
    key: `${kind}:${id}`,
    kind,
    id,
    since,
    satang: amount === null ? null : satangOf(amount),
    currency,
    reason,
    also,
    reference,
    note,
    find,
    facts,
    verdicts,
    offers,
    ...(member && { member }),
    ...(pictureUrl && { picture: pictureUrl }),
  };
}

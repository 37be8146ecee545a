/** The console's API types under its own names. From here on amounts are whole satang. */
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

/** An available action, and its fields. */
export interface Offer extends Pick<Schemas['Offer'], 'act' | 'answer' | 'pair' | 'blocked'> {
  fields: readonly Field[];
}

/** One item that waits for a person. */
export interface Waiting {
  /** Kind and id: a payout in doubt has the same id as its withdrawal. */
  key: string;
  kind: string;
  id: string;
  since: string;
  /** Null if unknown so far. */
  satang: number | null;
  currency: string;
  reason: string;
  /** Further reasons, for a withdrawal. */
  also: readonly string[];
  reference: string;
  note: string;
  member?: MemberView;
  picture?: string;
  /** A search text to find the item's member. */
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

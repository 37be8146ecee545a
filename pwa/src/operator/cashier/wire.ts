/** The console's API types under the console's own names. In these types, amounts are whole satang. */
import type { Schemas } from '@/data/api/schema.gen';
import { satangOf } from '@/data/kit/satang';

export type MemberView = Pick<
  Schemas['Member'],
  '_id' | 'active' | 'frozenUntil' | 'bankCode' | 'accountName' | 'accountNo' | 'currency'
>;
export type FoundMember = Pick<
  Schemas['MemberSearchResult'],
  '_id' | 'active' | 'name' | 'phone' | 'bankCode' | 'accountName' | 'accountNo' | 'currency' | 'line'
>;
export type LogEntry = Pick<
  Schemas['Entry'],
  'id' | 'at' | 'operator' | 'action' | 'subject' | 'details' | 'requestId'
>;
export type Bank = Pick<Schemas['Bank'], 'code' | 'nameTH' | 'nameEN' | 'nameLO'>;
export type Fact = Pick<Schemas['Fact'], 'code' | 'value' | 'type'>;
export type Verdict = Pick<Schemas['Verdict'], 'code' | 'theirs' | 'ours' | 'type' | 'fits'>;
export type Field = Pick<Schemas['Field'], 'name' | 'type' | 'required' | 'max' | 'options' | 'value'>;

/** An available action, and its fields. */
export interface Offer extends Pick<Schemas['Offer'], 'act' | 'answer' | 'pair' | 'blocked'> {
  fields: readonly Field[];
}

/** One item that waits for an operator. */
export interface CashierItem {
  /** Kind and id together, because a payout with an unknown outcome has the same id as its withdrawal. */
  key: string;
  kind: string;
  id: string;
  since: string;
  /** The amount in satang; null if it is not known yet. */
  satang: number | null;
  currency: string;
  reason: string;
  /** Further reasons of a withdrawal. */
  also: readonly string[];
  reference: string;
  note: string;
  member?: MemberView;
  picture?: string;
  /** A text for the search that finds the item's member. */
  find: string;
  facts: readonly Fact[];
  verdicts: readonly Verdict[];
  offers: readonly Offer[];
}

/** Returns the API's item with its amount in satang. */
export function parseItem(item: Schemas['Item']): CashierItem {
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

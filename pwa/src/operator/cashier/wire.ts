/** The cashiers' wire, by this desk's names: amounts are whole satang from here on inwards. */
import type { Schemas } from '@/data/api/schema.gen';
import { satangOf } from '@/data/satang';

export type Kind = Schemas['QueueItem']['kind'];
export type MemberView = Pick<
  Schemas['MemberView'],
  '_id' | 'active' | 'bankCode' | 'accountName' | 'accountNo' | 'currency'
>;
export type FoundMember = Pick<
  Schemas['FoundMember'],
  '_id' | 'active' | 'name' | 'phone' | 'bankCode' | 'accountName' | 'accountNo' | 'currency'
>;
export type Party = Pick<Schemas['Party'], 'account' | 'bank' | 'nameEN' | 'nameTH'>;
export type PayTo = Pick<Schemas['PayTo'], 'bankCode' | 'accountNo' | 'accountName'>;
export type PayoutChange = Pick<Schemas['PayoutChange'], 'bankCode' | 'bankAccountNo' | 'bankAccountName'>;
export type LogEntry = Pick<
  Schemas['Entry'],
  'at' | 'operator' | 'action' | 'subject' | 'details' | 'requestId'
>;
export type Bank = Pick<Schemas['Bank'], 'code' | 'nameTH' | 'nameEN' | 'nameLO'>;
export type PayoutWait = Pick<Schemas['Wait'], 'since' | 'reason'>;
export type Transfer = Pick<
  Schemas['Unmatched'],
  'bank' | 'account' | 'name' | 'reference' | 'toBank' | 'toAccountNo' | 'at'
>;

/** What the verifier says of a slip. */
export interface Facts extends Pick<Schemas['Facts'], 'at' | 'sendingBank' | 'transRef'> {
  satang: number;
  sender: Party;
  receiver: Party;
}

export interface Slip extends Pick<
  Schemas['ReviewSlip'],
  'capturedAt' | 'createdAt' | 'sendingBank' | 'transRef' | 'pictureUrl'
> {
  answer?: Facts;
}

/** Where our book and a company's differ. */
export interface Difference extends Pick<
  Schemas['Item'],
  | 'id'
  | 'company'
  | 'reference'
  | 'reason'
  | 'said'
  | 'currency'
  | 'bank'
  | 'account'
  | 'name'
  | 'at'
  | 'mayClose'
  | 'mayAttribute'
> {
  satang: number;
  ours: number;
}

/** One thing that waits for a cashier. */
export interface Waiting {
  /** A payout in doubt has the id of its withdrawal: only with its kind it is one thing. */
  key: string;
  kind: Kind;
  id: string;
  since: string;
  /** Null where nobody told it yet. */
  satang: number | null;
  currency: string;
  reason: string;
  /** More of them, of a withdrawal. */
  also: string[];
  reference: string;
  note: string;
  member?: MemberView;
  slip?: Slip;
  transfer?: Transfer;
  payTo?: PayTo;
  difference?: Difference;
}

/** An act that waits for a second person. */
export interface Proposal extends Pick<Schemas['Proposal'], 'id' | 'kind' | 'why' | 'proposedBy' | 'since'> {
  /** None where payouts are let go on. */
  member?: MemberView;
  difference?: Difference;
  adjustment?: { satang: number; take: boolean };
  payout?: PayoutChange;
  transfer?: ToldTransfer;
}

/** A told transfer that a proposal is about. */
export type ToldTransfer = Transfer & { id: string; satang: number; currency: string };

export function waitingOf(item: Schemas['QueueItem']): Waiting {
  const {
    kind,
    id,
    since,
    amount,
    currency,
    reason,
    also,
    reference,
    note = '',
    member,
    slip,
    transfer,
    payTo,
    difference,
  } = item;
  return {
    key: `${kind}:${id}`,
    kind,
    id,
    since,
    satang: amount === null ? null : satangOf(amount),
    currency,
    reason,
    also: also ?? [],
    reference,
    note,
    ...(member && { member }),
    ...(slip && { slip: slipOf(slip) }),
    ...(transfer && { transfer }),
    ...(payTo && { payTo }),
    ...(difference && { difference: differenceOf(difference) }),
  };
}

function differenceOf(item: Schemas['Item']): Difference {
  const { id, company, reference, reason, said, currency, bank, account, name, at, mayClose, mayAttribute } =
    item;
  return {
    id,
    company,
    reference,
    reason,
    said,
    currency,
    bank,
    account,
    name,
    at,
    mayClose,
    mayAttribute,
    satang: satangOf(item.amount),
    ours: satangOf(item.ours),
  };
}

function slipOf({
  capturedAt,
  createdAt,
  sendingBank,
  transRef,
  pictureUrl,
  answer,
}: Schemas['ReviewSlip']): Slip {
  const told = answer && { ...answer, satang: satangOf(answer.amount) };
  return {
    createdAt,
    sendingBank,
    transRef,
    pictureUrl,
    ...(capturedAt && { capturedAt }),
    ...(told && { answer: told }),
  };
}

export function proposalOf({
  id,
  kind,
  why,
  proposedBy,
  since,
  member,
  adjustment,
  payout,
  difference,
  transfer,
}: Schemas['Proposal']): Proposal {
  const change = adjustment && { satang: satangOf(adjustment.amount), take: adjustment.take === true };
  return {
    id,
    kind,
    why,
    proposedBy,
    since,
    ...(member && { member }),
    ...(difference && { difference: differenceOf(difference) }),
    ...(change && { adjustment: change }),
    ...(payout && { payout }),
    ...(transfer && { transfer: { ...transfer, satang: satangOf(transfer.amount) } }),
  };
}

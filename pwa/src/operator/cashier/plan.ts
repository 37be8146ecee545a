/** What yes and no mean for each kind: which call, and what has to be filled in before. */
import { bahtOf } from '@/data/satang';
import { bankCode } from './banks';
import { accountFits, bankFits, nameFits } from './compare';
import type { FoundMember, Kind, Waiting } from './wire';

/** What a cashier has filled in for one item. */
export interface Draft {
  satang?: number;
  member?: FoundMember;
  reference?: string;
  note?: string;
}

export type Verb = 'accept' | 'refuse';
export type Need = 'amount' | 'member' | 'reference' | 'note';

export interface Move {
  path: string;
  body?: object;
}

/** What a no has to say: a note of the catalogue, words, nothing; or there is no no. */
export const refusalOf: Record<Kind, 'code' | 'words' | 'plain' | null> = {
  SLIP: 'code',
  UNMATCHED: 'plain',
  WITHDRAWAL: 'words',
  PAYOUT: 'plain',
  GIFT: 'plain',
  QR: 'plain',
  RETURN: null,
  DIFFERENCE: 'words',
};

/** What was credited already can only be noted; taking it back needs two people. */
export function mayRefuse({
  kind,
  reason,
  difference,
}: Pick<Waiting, 'kind' | 'reason' | 'difference'>): boolean {
  return refusalOf[kind] !== null && difference?.mayClose !== false && reason !== 'REFUNDED_CREDITED';
}

/** The notes that a slip may be refused with, the likeliest first. */
export const slipNotes = [
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'INVALID_SLIP',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'CANNOT_READ_CROPPED_IMAGE',
  'UPLOADED_FILE_NOT_EXIST',
  'UNKNOW_ERROR',
] as const;

/** Whether the cashier has to say how much, because nobody else did. A gift's is always theirs to confirm. */
export function asksAmount({ kind, satang, reason }: Waiting): boolean {
  if (kind === 'GIFT') return true;
  return (kind === 'SLIP' || kind === 'QR') && satang === null && reason !== 'REFUNDED_CREDITED';
}

/** How much the yes moves, as far as it is known; a gift's told amount stands until it is changed. */
export function amountOf(item: Waiting, draft: Draft): number | undefined {
  const told = item.satang ?? undefined;
  return asksAmount(item) ? (draft.satang ?? told) : told;
}

/** What the bank shows of the payer cannot be this member's. */
export function isContradicted({ transfer }: Waiting, member: FoundMember): boolean {
  if (!transfer) return false;
  const fits = [
    nameFits([transfer.name], member.accountName),
    bankFits(bankCode(transfer.bank), member.bankCode),
    accountFits(transfer.account, member.accountNo, 'transfer'),
  ];
  return fits.includes('differs');
}

/** Two people are needed for a payment that our book lost, and for a member whom a row contradicts: the yes begins a proposal. */
export function accept(item: Waiting, draft: Draft): Move | Need | 'proposal' {
  const { kind, id } = item;
  const satang = amountOf(item, draft);
  if (asksAmount(item) && !satang) return 'amount';
  const amount = satang !== undefined && asksAmount(item) ? { amount: bahtOf(satang) } : {};
  switch (kind) {
    case 'SLIP':
      return { path: `/slips/${id}/settle`, body: amount };
    case 'QR':
      return { path: `/qr/${id}/settle`, body: amount };
    case 'GIFT':
      return { path: `/gifts/${id}/settle`, body: amount };
    case 'UNMATCHED':
      if (draft.member && isContradicted(item, draft.member)) return 'proposal';
      return draft.member
        ? { path: `/unmatched/${id}/credit`, body: { memberId: draft.member._id } }
        : 'member';
    case 'WITHDRAWAL':
      return { path: `/withdrawals/${id}/approve` };
    case 'PAYOUT':
      return { path: `/payouts/${id}/settle` };
    case 'DIFFERENCE':
      return 'proposal';
    case 'RETURN': {
      const reference = draft.reference?.trim();
      return reference ? { path: `/returns/${id}/returned`, body: { reference } } : 'reference';
    }
  }
}

/** Null where there is nothing to refuse. */
export function refuse(item: Waiting, draft: Draft): Move | Need | null {
  const { kind, id } = item;
  if (!mayRefuse(item)) return null;
  const note = draft.note?.trim();
  switch (kind) {
    case 'SLIP':
      return note ? { path: `/slips/${id}/reject`, body: { note } } : 'note';
    case 'WITHDRAWAL':
      return note ? { path: `/withdrawals/${id}/reject`, body: { note } } : 'note';
    case 'UNMATCHED':
      return { path: `/unmatched/${id}/return` };
    case 'PAYOUT':
      return { path: `/payouts/${id}/fail` };
    case 'GIFT':
      return { path: `/gifts/${id}/fail` };
    case 'QR':
      return { path: `/qr/${id}/drop` };
    case 'DIFFERENCE':
      return note ? { path: `/differences/${id}/close`, body: { note } } : 'note';
    case 'RETURN':
      return null;
  }
}

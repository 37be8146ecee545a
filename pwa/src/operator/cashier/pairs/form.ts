/** What is being proposed: begun here or from a member's facts, and kept while another list is open. */
import { bahtOf } from '@/data/satang';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/useStore';
import type { Move } from '../plan';
import type { Difference, FoundMember, MemberView, Proposal, ToldTransfer, Waiting } from '../wire';

export type ProposalKind = Proposal['kind'];

export interface ProposalForm {
  kind: ProposalKind;
  member: MemberView | FoundMember | null;
  take: boolean;
  satang?: number;
  bankCode: string;
  accountNo: string;
  accountName: string;
  why: string;
  /** Whose payment is being said. */
  difference?: Difference;
  /** Which told transfer it is about. */
  transfer?: ToldTransfer;
}

const blank: ProposalForm = {
  kind: 'ADJUSTMENT',
  member: null,
  take: false,
  bankCode: '',
  accountNo: '',
  accountName: '',
  why: '',
};

/** Each has an own identity: a form that was begun anew shows nothing of the last one. */
const form = new Store<{ turn: number; value: ProposalForm }>({ turn: 0, value: blank });

export function useForm(): { turn: number; value: ProposalForm } {
  return useStore(form);
}

export function changeForm(change: Partial<ProposalForm>): void {
  form.change(({ turn, value }) => ({ turn, value: { ...value, ...change } }));
}

export function beginAdjustment(some: Partial<ProposalForm>): void {
  begin({ ...some, kind: 'ADJUSTMENT' });
}

export function beginPayout(member: FoundMember): void {
  begin({ kind: 'PAYOUT_ACCOUNT', member, bankCode: member.bankCode, accountName: member.accountName });
}

/** Whose a payment is that our book lost; the member is known where our book knows it. */
export function beginDifference(difference: Difference, member?: MemberView): void {
  begin({ kind: 'DIFFERENCE', difference, member: member ?? null });
}

/** That a transfer is a member's whom what the bank shows contradicts. */
export function beginTransfer({ id, satang, currency, transfer }: Waiting, member: FoundMember): void {
  if (transfer && satang !== null)
    begin({ kind: 'TRANSFER', member, transfer: { ...transfer, id, satang, currency } });
}

/** That payouts go on. */
export function beginRelease(): void {
  begin({ kind: 'RELEASE_PAYOUTS' });
}

export function begin(some: Partial<ProposalForm> = {}): void {
  form.change(({ turn }) => ({ turn: turn + 1, value: { ...blank, ...some } }));
}

/** The member's; baht as long as there is none. */
export function currencyOf({ member }: ProposalForm): string {
  return member?.currency ?? 'BAHT';
}

export type FormField = 'member' | 'amount' | 'bankCode' | 'accountNo' | 'accountName' | 'why';

/** What still has to be filled in, from the top. */
export function missingIn(value: ProposalForm): FormField[] {
  const { kind, member, satang, bankCode, accountNo, accountName, why } = value;
  const isMissing: [FormField, boolean][] = [
    ['member', kind !== 'RELEASE_PAYOUTS' && member === null],
    ['amount', kind === 'ADJUSTMENT' && !satang],
    ['bankCode', kind === 'PAYOUT_ACCOUNT' && bankCode === ''],
    ['accountNo', kind === 'PAYOUT_ACCOUNT' && accountNo.replace(/\D/g, '') === ''],
    ['accountName', kind === 'PAYOUT_ACCOUNT' && accountName.trim() === ''],
    ['why', why.trim() === ''],
  ];
  return isMissing.filter(([, missing]) => missing).map(([field]) => field);
}

export function moveOf({
  kind,
  member,
  difference,
  transfer,
  take,
  satang = 0,
  bankCode,
  accountNo,
  accountName,
  why,
}: ProposalForm): Move {
  const memberId = member?._id ?? '';
  if (kind === 'RELEASE_PAYOUTS') return { path: '/payouts/release', body: { why: why.trim() } };
  if (kind === 'DIFFERENCE')
    return { path: `/differences/${difference?.id ?? ''}/attribute`, body: { memberId, why: why.trim() } };
  if (kind === 'TRANSFER')
    return { path: `/unmatched/${transfer?.id ?? ''}/propose`, body: { memberId, why: why.trim() } };
  if (kind === 'ADJUSTMENT')
    return { path: '/adjustments', body: { memberId, amount: bahtOf(satang), take, why: why.trim() } };
  const bank = { bankCode, bankAccountNo: accountNo.replace(/\D/g, ''), bankAccountName: accountName.trim() };
  return { path: '/payout-accounts', body: { memberId, ...bank, why: why.trim() } };
}

import type { DepositWays, QrOffer, QrProvider } from '@/data/domains/cash/types';
import { useTyped } from '@/nav/way-back';
import type { DepositBank, DepositLookup } from '@/data/api/types';

export type Way = 'bank' | 'qr' | 'wallet';

/** What the member chose and typed so far. It survives the step that replaces the tabs. */
export interface DepositDraft {
  /** Undefined until the member chooses one. */
  way: Way | undefined;
  /** The chosen QR gateway; undefined if the app chooses. */
  provider: QrProvider | undefined;
  /** The gateways that failed to make a QR, the latest last. */
  failed: readonly QrProvider[];
  /** In satang. */
  qrAmount: number | undefined;
  announceAmount: number | undefined;
  link: string;
  /** The link that another app shared with this one; empty if none. */
  sharedLink: string;
  /** Why the last attempt was refused, if a banner must show it and not only a toast. */
  refused: unknown;
}

export type ChangeDraft = (changes: Partial<DepositDraft>) => void;

export function useDepositDraft(): [DepositDraft, ChangeDraft] {
  const [draft, setDraft] = useTyped<DepositDraft>('deposit', {
    way: undefined,
    provider: undefined,
    failed: [],
    qrAmount: undefined,
    announceAmount: undefined,
    link: '',
    sharedLink: '',
    refused: undefined,
  });
  return [draft, (changes) => setDraft((before) => ({ ...before, ...changes }))];
}

/**
 * The draft after a gateway failed to make a QR: the app offers the next one, even if the member chose this
 * one.
 */
export function without({ failed }: DepositDraft, provider: QrProvider): Partial<DepositDraft> {
  return { provider: undefined, failed: [...failed.filter((each) => each !== provider), provider] };
}

/** The tabs that have content. */
export function openWays(ways: DepositWays, sections: DepositSections): Way[] {
  return [
    ...(sections.bank.length > 0 ? (['bank'] as const) : []),
    ...((ways.qr ?? []).length + sections.qr.length > 0 || lapnetOf(ways.banks) ? (['qr'] as const) : []),
    ...(ways.wallets.length > 0 ? (['wallet'] as const) : []),
  ];
}

/** The banks that the bank section can show. */
const handled = ['SCB', 'KBANK', 'GSB', 'BCEL'];

interface DepositSections {
  /** Accounts to transfer to. */
  bank: DepositBank[];
  /** Accounts that are paid by QR. */
  qr: DepositBank[];
}

/** The account that the gateway's QR pays into, if the lookup has it. */
export function accountOf({ provider }: QrOffer, entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ bankCode }) => bankCode === provider);
}

/** Accounts paid by QR while their gateway is closed. They are shown as closed, not left out. */
export function closedEntries(entries: readonly DepositBank[], offers: readonly QrOffer[]): DepositBank[] {
  return entries.filter(({ bankCode }) => offers.every(({ provider }) => provider !== bankCode));
}

/**
 * Sorts the lookup's entries. A payment gateway, and KBANK in any mode but AUTO, are paid by QR. The rest are
 * accounts. In manual mode every entry is an account.
 */
export function depositSections({
  banks,
  isManual,
}: Pick<DepositLookup, 'banks' | 'isManual'>): DepositSections {
  if (isManual) return { bank: banks, qr: [] };
  const qr = banks.filter(isQr);
  const bank = banks.filter((entry) => !isQr(entry) && handled.includes(entry.bankCode));
  return { bank, qr };
}

/** The account whose LAPNet code is shown: the first that has one. */
export function lapnetOf(entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ lapnet }) => lapnet);
}

function isQr({ bankType, bankCode, mode }: DepositBank): boolean {
  return bankType === 'PAYMENT' || (bankCode === 'KBANK' && mode !== 'AUTO');
}

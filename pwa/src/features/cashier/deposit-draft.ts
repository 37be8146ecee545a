import type { DepositWays, QrOffer, QrProvider } from '@/data/domains/cash/types';
import { useTyped } from '@/nav/way-back';
import type { DepositBank, DepositLookup } from '@/data/api/types';

export type Way = 'bank' | 'qr' | 'wallet';

/** What was chosen and typed so far: it outlives the step that replaces the tabs. */
export interface DepositDraft {
  /** Undefined until one was chosen. */
  way: Way | undefined;
  /** Of the QR gateways; undefined where the app is to choose. */
  provider: QrProvider | undefined;
  /** The gateways that have just made no QR, the last one at the end. */
  failed: readonly QrProvider[];
  /** In satang. */
  qrAmount: number | undefined;
  announceAmount: number | undefined;
  link: string;
  /** The link that another app has shared into this one; empty where there is none. */
  sharedLink: string;
  /** Why the last try was refused, where that is to be read and not just heard. */
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

/** The draft after a gateway has made no QR: the next one is offered, whoever chose this one. */
export function without({ failed }: DepositDraft, provider: QrProvider): Partial<DepositDraft> {
  return { provider: undefined, failed: [...failed.filter((each) => each !== provider), provider] };
}

/** The tabs that there is something in. */
export function openWays(ways: DepositWays, sections: DepositSections): Way[] {
  return [
    ...(sections.bank.length > 0 ? (['bank'] as const) : []),
    ...((ways.qr ?? []).length + sections.qr.length > 0 || lapnetOf(ways.banks) ? (['qr'] as const) : []),
    ...(ways.wallets.length > 0 ? (['wallet'] as const) : []),
  ];
}

/** The banks whose accounts the bank section knows how to show. */
const handled = ['SCB', 'KBANK', 'GSB', 'BCEL'];

interface DepositSections {
  /** Accounts to transfer to. */
  bank: DepositBank[];
  /** Paid by QR. */
  qr: DepositBank[];
}

/** The account that the gateway's QR pays into, where the lookup names it. */
export function accountOf({ provider }: QrOffer, entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ bankCode }) => bankCode === provider);
}

/** Entries that are paid by QR and whose gateway is not open: they are said to be closed, not left out. */
export function closedEntries(entries: readonly DepositBank[], offers: readonly QrOffer[]): DepositBank[] {
  return entries.filter(({ bankCode }) => offers.every(({ provider }) => provider !== bankCode));
}

/**
 * Sorts the lookup's entries. A payment gateway and KBANK outside AUTO are paid
 * by QR; the rest are accounts. In manual mode every account is a plain one.
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

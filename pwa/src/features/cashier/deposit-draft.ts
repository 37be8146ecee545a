import type { DepositMethods, QrOffer, QrProvider } from '@/data/domains/cash/types';
import { useRestoredState } from '@/nav/return-point';
import type { DepositBank, DepositLookup } from '@/data/api/types';

export type DepositMethod = 'bank' | 'qr' | 'wallet';

/** What the member chose and typed so far. The draft survives while a step replaces the tabs. */
export interface DepositDraft {
  /** Undefined until the member chooses one. */
  method: DepositMethod | undefined;
  /** The chosen QR gateway; undefined if the app chooses. */
  provider: QrProvider | undefined;
  /** The gateways that failed to make a QR; the latest failure is last. */
  failed: readonly QrProvider[];
  /** In satang. */
  qrAmount: number | undefined;
  /** In satang. */
  announceAmount: number | undefined;
  link: string;
  /** The link that another app shared with this one; empty if none. */
  sharedLink: string;
  /** The error of the last attempt, if a banner must show it. Other errors are only toasts. */
  refused: unknown;
}

export type ChangeDraft = (changes: Partial<DepositDraft>) => void;

export function useDepositDraft(): [DepositDraft, ChangeDraft] {
  const [draft, setDraft] = useRestoredState<DepositDraft>('deposit', {
    method: undefined,
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
 * Returns the changes to the draft after a gateway failed to make a QR. The app then offers the next gateway,
 * even if the member chose the failed one.
 */
export function changesAfterFailure({ failed }: DepositDraft, provider: QrProvider): Partial<DepositDraft> {
  return { provider: undefined, failed: [...failed.filter((each) => each !== provider), provider] };
}

/** Returns the tabs that have content. */
export function listOpenMethods(methods: DepositMethods, sections: DepositSections): DepositMethod[] {
  return [
    ...(sections.bank.length > 0 ? (['bank'] as const) : []),
    ...((methods.qr ?? []).length + sections.qr.length > 0 || findLapnetAccount(methods.banks)
      ? (['qr'] as const)
      : []),
    ...(methods.wallets.length > 0 ? (['wallet'] as const) : []),
  ];
}

/** The banks that the bank section can show. */
const SUPPORTED_BANKS = ['SCB', 'KBANK', 'GSB', 'BCEL'];

interface DepositSections {
  /** Accounts to transfer to. */
  bank: DepositBank[];
  /** Accounts that members pay by scanning a QR code. */
  qr: DepositBank[];
}

/** Returns the account that the gateway's QR pays into, or undefined if the lookup does not have it. */
export function findGatewayAccount(
  { provider }: QrOffer,
  entries: readonly DepositBank[],
): DepositBank | undefined {
  return entries.find(({ bankCode }) => bankCode === provider);
}

/** Returns the QR accounts whose gateway is closed. The app shows them as closed. */
export function listClosedEntries(
  entries: readonly DepositBank[],
  offers: readonly QrOffer[],
): DepositBank[] {
  return entries.filter(({ bankCode }) => offers.every(({ provider }) => provider !== bankCode));
}

/**
 * Sorts the lookup's entries into QR accounts and bank accounts. QR accounts are payment gateways, and KBANK
 * in any mode but AUTO. In manual mode every entry is a bank account.
 */
export function groupEntries({
  banks,
  isManual,
}: Pick<DepositLookup, 'banks' | 'isManual'>): DepositSections {
  if (isManual) return { bank: banks, qr: [] };
  const qr = banks.filter(isQr);
  const bank = banks.filter((entry) => !isQr(entry) && SUPPORTED_BANKS.includes(entry.bankCode));
  return { bank, qr };
}

/** Returns the account whose LAPNet code is shown: the first account with a code. */
export function findLapnetAccount(entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ lapnet }) => lapnet);
}

function isQr({ bankType, bankCode, mode }: DepositBank): boolean {
  return bankType === 'PAYMENT' || (bankCode === 'KBANK' && mode !== 'AUTO');
}

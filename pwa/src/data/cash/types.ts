/** The wire of money in and out. Amounts are baht with at most two decimals; times RFC 3339. */
import type { DepositLookup, Statement, Wallet } from '../api/types';

export const qrProviders = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'ZPAY'] as const;
export type QrProvider = (typeof qrProviders)[number];

/** A movement and what it left in the wallet. */
export interface CashAnswer {
  statement: CashLine;
  wallet: Wallet;
}

/** `canCancel`: a withdrawal that has not been sent yet. */
export type CashLine = Statement & { canCancel?: boolean };

/** A transfer that the member is about to make. */
export interface Announced {
  statement: CashLine;
}

export interface QrState {
  /** Empty where there is none. */
  qrcodeId: string;
  provider: QrProvider;
  hasQrcode: boolean;
  /** SVG markup, or empty. */
  qrcode: string;
  /** What the code says, where the gateway told it: the EMV text of a Thai QR payment. */
  payload?: string;
  amount: number;
  /** What to pay: it may differ from the amount by satang, which tell the payments apart. */
  transferAmount: number;
  expireIn: string | null;
  /** Why there is none, a code or the gateway's own words. */
  message: string;
  /** Minutes. */
  timeLimit: number;
  minDeposit: number;
}

/** A gateway that is open. */
export interface QrOffer {
  provider: QrProvider;
  minDeposit: number;
  presets: number[];
}

/** A wallet of ours; `walletAccountNo` is the number to pay to, of an AUTO one. */
export type DepositWallet = DepositLookup['wallets'][number] & { walletAccountNo?: string };

export type DepositWays = Omit<DepositLookup, 'wallets'> & { wallets: DepositWallet[]; qr?: QrOffer[] };

export type Period = 'day' | 'week' | 'month';
export const periods: readonly Period[] = ['day', 'week', 'month'];

export interface Limit {
  /** Null: none. */
  limit: number | null;
  used: number;
  /** A higher one, or none at all, that waits for its day and a second yes. */
  pending?: PendingLimit | null;
}

export interface PendingLimit {
  limit: number | null;
  effectiveAt: string;
  confirmable: boolean;
}

export type Limits = Record<Period, Limit>;

export interface ActivityDay {
  /** 2026-11-21, in Bangkok. */
  day: string;
  deposited: number;
  withdrawn: number;
}

export interface Activity {
  /** Oldest first; days without any are left out. */
  days: ActivityDay[];
  /** Ever, and not only in these days; so is `withdrawn`. */
  deposited: number;
  withdrawn: number;
  /** Deposited less withdrawn. */
  net: number;
}

/** The wire of money in and out, by the names that the app uses. */
import type { Schemas } from '../../api/schema.gen';
import type { Activity, DepositLookup, Limits, QrState, Statement } from '../../api/types';

export type { Activity, CashAnswer, Limits, QrOffer, QrState } from '../../api/types';

export type CashLine = Statement;
export type Announced = Schemas['Announcement'];
/** Without `qr` where the phone still has an older server's answer. */
export type DepositWays = Omit<DepositLookup, 'qr'> & Partial<Pick<DepositLookup, 'qr'>>;
export type DepositWallet = DepositWays['wallets'][number];
export type QrProvider = QrState['provider'];
/** Each gateway there is, open or not. */
export const qrProviders: readonly QrProvider[] = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'ZPAY'];
/**
 * The number by which members know a gateway, whose code means nothing to them; 0 of one that is none of these. It does
 * not depend on which gateways are open: support can go by it.
 */
export function channelOf(code: string | undefined): number {
  return qrProviders.indexOf(code as QrProvider) + 1;
}
export type ActivityDay = Activity['days'][number];

export type Period = keyof Limits;
export type Limit = Limits[Period];
/** A higher limit, or none at all, that waits for its day and a second yes. */
export type PendingLimit = NonNullable<Limit['pending']>;

/** Shortest first. */
export const periods: readonly Period[] = ['day', 'week', 'month'];

/** The API types of deposits and withdrawals, under the app's names. */
import type { Schemas } from '../../api/schema.gen';
import type { Activity, DepositLookup, Limits, QrState, StatementLine } from '../../api/types';

export type { Activity, CashResponse, Limits, QrOffer, QrState } from '../../api/types';

export type CashLine = StatementLine;
export type Announced = Schemas['Announcement'];
/** Without `qr` if the device still has an older server's response. */
export type DepositMethods = Omit<DepositLookup, 'qr'> & Partial<Pick<DepositLookup, 'qr'>>;
export type DepositWallet = DepositMethods['wallets'][number];
export type QrProvider = QrState['provider'];
/** All gateways, open or not. */
export const qrProviders: readonly QrProvider[] = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'ZPAY'];
/**
 * channelOf returns the number by which members know a gateway, since its code means nothing to them; 0
 * for an unknown one. It does not depend on which gateways are open, so support can use it.
 */
export function channelOf(code: string | undefined): number {
  return qrProviders.indexOf(code as QrProvider) + 1;
}
export type ActivityDay = Activity['days'][number];

export type Period = keyof Limits;
export type Limit = Limits[Period];
/** A higher limit, or no limit, that waits a day and for a second confirmation. */
export type PendingLimit = NonNullable<Limit['pending']>;

/** Shortest first. */
export const periods: readonly Period[] = ['day', 'week', 'month'];

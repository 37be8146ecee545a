/**
 * The API types under the app's names. The shapes are the server's contract (`make generate`). They are
 * taken by path if possible, since the server may rename its types. Money is a number with at most two
 * decimals; times are RFC 3339 UTC.
 */
import type { ResponseOf } from './routes';
import type { Routes, Schemas } from './schema.gen';

export type Profile = Schemas['Profile'];
export type BankAccount = Schemas['BankAccount'];
export type Wallet = Schemas['Wallet'];
export type Home = ResponseOf<'GET', '/api/wallet'>;
type Line = Schemas['Line'];
type PlaceFields = 'fromPlace' | 'toPlace';
/** A statement line. A line that an older server sent, and the device still has, has no places. */
export type StatementLine = Omit<Line, PlaceFields> & Partial<Pick<Line, PlaceFields>>;
export type Place = Schemas['Place'];
export type Slip = Schemas['Slip'];
export type RunningBonus = Schemas['ActiveBonus'];
export type BonusCard = ResponseOf<'GET', '/api/bonus'>[number];
export type FoundPromotion = ResponseOf<'GET', '/api/promotion/find/{code}'>;
export type SyncResponse = ResponseOf<'GET', '/api/sync'>;

export type InviteEarned = SyncResponse['invites'][number];
export type ReceivedRefund = SyncResponse['refunds'][number];
export type RefundCheck = ResponseOf<'GET', '/api/refund/check'>;

export type CashResponse = ResponseOf<'POST', '/api/wallet/withdrawAll'>;
export type QrState = ResponseOf<'GET', '/api/qrcode/{providerOrId}'>;
export type QrOffer = Schemas['DepositQR'];
export type Limits = ResponseOf<'GET', '/api/limits'>;
export type Activity = ResponseOf<'GET', '/api/activity'>;

export type DepositLookup = ResponseOf<'GET', '/api/lookup/deposit'>;
export type DepositBank = Schemas['DepositBank'];

/** Each lookup by its name in `/api/lookup/{name}`. */
export type Lookups = {
  [P in LookupPath as P extends `/api/lookup/${infer Name}` ? Name : never]: ResponseOf<'GET', P>;
};

export type LookupName = keyof Lookups;

type LookupPath = Extract<keyof Routes, `/api/lookup/${string}`>;

export type Registration = Schemas['Registration'];
export type MemberSession = Schemas['Session'];

export type Coupon = Schemas['Coupon'];
export type SpinSetup = ResponseOf<'GET', '/api/spinwheel/setup'>['result'];
export type SpinWheel = NonNullable<SpinSetup['activeSpinwheel']>;
export type SpinResult = ResponseOf<'POST', '/api/spinwheel/spin'>['result'];
export type RevealedSeed = ResponseOf<'GET', '/api/spinwheel/history'>['seeds'][number];

/** A game, with the member's account in it. */
export type Slot = Schemas['Slot'];
export type GameCredentials = ResponseOf<'GET', '/api/wallet/account/{slotCode}'>;

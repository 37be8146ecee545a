/**
 * The API types under the app's names. The shapes are the server's contract (`make generate`). They are
 * taken by path if possible, since the server may rename its types. Money is a number with at most two
 * decimals; times are RFC 3339 UTC.
 */
import type { AnswerOf } from './routes';
import type { Routes, Schemas } from './schema.gen';

export type Profile = Schemas['Profile'];
export type BankAccount = Schemas['BankAccount'];
export type Wallet = Schemas['Wallet'];
export type Home = AnswerOf<'GET', '/api/wallet'>;
type Line = Schemas['Line'];
type Ends = 'fromPlace' | 'toPlace';
/** A statement line. A line that an older server sent, and the device still has, has no places. */
export type Statement = Omit<Line, Ends> & Partial<Pick<Line, Ends>>;
export type Place = Schemas['Place'];
export type Slip = Schemas['Slip'];
export type RunningBonus = Schemas['Running'];
export type BonusCard = AnswerOf<'GET', '/api/bonus'>[number];
export type FoundPromotion = AnswerOf<'GET', '/api/promotion/find/{code}'>;
export type SyncAnswer = AnswerOf<'GET', '/api/sync'>;

export type InviteEarned = SyncAnswer['invites'][number];
export type ReceivedRefund = SyncAnswer['refunds'][number];
export type RefundCheck = AnswerOf<'GET', '/api/refund/check'>;

export type CashAnswer = AnswerOf<'POST', '/api/wallet/withdrawAll'>;
export type QrState = AnswerOf<'GET', '/api/qrcode/{providerOrId}'>;
export type QrOffer = Schemas['DepositQR'];
export type Limits = AnswerOf<'GET', '/api/limits'>;
export type Activity = AnswerOf<'GET', '/api/activity'>;

export type DepositLookup = AnswerOf<'GET', '/api/lookup/deposit'>;
export type DepositBank = Schemas['DepositBank'];

/** Each lookup by its name in `/api/lookup/{name}`. */
export type Lookups = {
  [P in LookupPath as P extends `/api/lookup/${infer Name}` ? Name : never]: AnswerOf<'GET', P>;
};

export type LookupName = keyof Lookups;

type LookupPath = Extract<keyof Routes, `/api/lookup/${string}`>;

export type Registration = Schemas['Registration'];
export type MemberSession = Schemas['Session'];

export type Coupon = Schemas['Coupon'];
export type SpinSetup = AnswerOf<'GET', '/api/spinwheel/setup'>['result'];
export type SpinWheel = NonNullable<SpinSetup['activeSpinwheel']>;
export type SpinResult = AnswerOf<'POST', '/api/spinwheel/spin'>['result'];
export type ToldSeed = AnswerOf<'GET', '/api/spinwheel/history'>['seeds'][number];

/** A game, with the member's account in it. */
export type Slot = Schemas['Slot'];
export type GameCredentials = AnswerOf<'GET', '/api/wallet/account/{slotCode}'>;

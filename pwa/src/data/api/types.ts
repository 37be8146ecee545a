/**
 * The wire, by the names that the app uses; the shapes come from the server's own contract
 * (`make generate`). Money is a number with at most two decimals; times are RFC 3339 UTC.
 */
import type { components, operations } from './schema.gen';

/**
 * The contract lets every object carry fields that an older app does not know. The app may not
 * count on any of them, so here they are gone.
 */
type Known<T> = T extends (infer Item)[]
  ? Known<Item>[]
  : T extends object
    ? IsMap<T> extends true
      ? T
      : { [Key in keyof T as string extends Key ? never : Key]: Known<T[Key]> }
    : T;

/** A map by design, such as `lookups`, has no field of its own. */
type IsMap<T> = keyof { [Key in keyof T as string extends Key ? never : Key]: 0 } extends never
  ? true
  : false;

type Schema<Name extends keyof components['schemas']> = Known<components['schemas'][Name]>;

type Answer<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Known<Body>
  : never;

export type Profile = Schema<'Profile'>;
export type BankAccount = Schema<'BankAccount'>;
export type ProfileAnswer = Schema<'Person'>;
export type Wallet = Schema<'Wallet'>;
export type Home = Omit<Schema<'Load'>, 'slots'> & { slots: Slot[] };
export type Statement = Schema<'Line'>;
export type StatementPage = Answer<'listStatements'>;
export type Slip = Schema<'Slip'>;
export type SlipPage = Answer<'listSlips'>;
export type SlipImageAnswer = Answer<'slipPicture'>;
export type SyncAnswer = Schema<'Changes'>;

export type CashAnswer = Schema<'CashAnswer'>;
export type Announced = Schema<'Announcement'>;
export type QrState = Schema<'QR'>;
export type QrOffer = Schema<'DepositQR'>;
export type Limits = Schema<'Limits'>;
export type Activity = Schema<'Activity'>;

export type DepositLookup = Schema<'Deposit'>;
export type DepositBank = Schema<'DepositBank'>;
export type BankLookup = Schema<'Bank'>;

/** Every lookup by its name in `/api/lookup/{name}`. */
export interface Lookups {
  banks: Schema<'Banks'>;
  deposit: DepositLookup;
  conditions: Schema<'Conditions'>;
  agreements: Schema<'Agreements'>;
  info: Schema<'Info'>;
  notice: Schema<'Notice'>;
  contact: Schema<'Contact'>;
  withdraw: Schema<'Withdraw'>;
  slip: Schema<'SlipRules'>;
  sources: Schema<'Sources'>;
  active: Schema<'Active'>;
  registerOTP: Schema<'RegisterOTP'>;
  enableChatWidget: Schema<'ChatWidget'>;
}

export type LookupName = keyof Lookups;

export type LoginAnswer = Schema<'LoginOutBody'>;
export type OtpSendAnswer = Schema<'Ticket'>;
export type OtpVerifyAnswer = Schema<'VerifiedBody'>;
export type Registration = Schema<'Registration'>;
export type RegistrationAnswer = Schema<'Registered'>;
export type MemberSession = Schema<'Session'>;

/** A game account. The contract has its name so far; the rest is the product's own definition. */
export interface Slot extends Schema<'Slot'> {
  logo: string;
  background: string;
  category: 'slot' | 'sport' | 'lotto';
  isActive: boolean;
  amount: number;
  ftWalletSlot: number;
  web: string | null;
  android: string | null;
  ios: string | null;
  stale?: boolean;
}

/** The wire, by name. Money is a number with at most two decimals; times are RFC 3339 UTC. */

export interface Profile {
  _id: string;
  username: string;
  name: string;
  createdAt: string;
  coin: number;
  currency: string;
}

export interface BankName {
  nameTH: string;
  nameEN: string;
  nameLO: string;
}

export interface BankAccount {
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  bank: BankName;
}

export interface ProfileAnswer {
  profile: Profile;
  bankAccount: BankAccount;
}

export interface Wallet {
  amount: number;
  asOf: string;
  currency: string;
}

export interface Invite {
  amount: number;
  success: number;
  fail: number;
}

/** A game account. */
export interface Slot {
  code: string;
  name: string;
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

/** The home load, `GET /api/wallet`. */
export interface Home extends ProfileAnswer {
  wallet: Wallet;
  invite: Invite;
  slots: Slot[];
}

export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';
export type Progress = 'PENDING' | 'SUCCESS' | 'FAILED';

export interface Description {
  description: string;
}

export interface Statement {
  _id: string;
  statementType: StatementType;
  status: Progress;
  from: string;
  to: string;
  amount: number;
  createdAt: string;
  version: number;
  note?: string;
  bonus?: Description;
  promotion?: Description;
  invite?: Description;
  refund?: Description;
  luckydraw?: Description;
}

export interface StatementPage {
  total: number;
  statements: Statement[];
}

export interface Slip {
  clientId: string;
  createdAt: string;
  capturedAt?: string;
  /** Null until the bank has told it. */
  amount: number | null;
  status: Progress;
  /** True while a cashier looks at it. */
  review: boolean;
  note?: string;
  link: string;
  reference: string;
  version: number;
}

export interface SlipPage {
  total: number;
  slips: Slip[];
}

export interface SyncAnswer {
  cursor: string;
  more: boolean;
  /** Another epoch than the cursor's: all cached rows are void. */
  reset: boolean;
  lookups: Record<string, string>;
  wallet: Wallet;
  profile?: Profile;
  bankAccount?: BankAccount;
  statements: Statement[];
  slips: Slip[];
}

export interface BankLookup extends BankName {
  code: string;
  recommended: boolean;
}

export interface DepositBank {
  bankCode: string;
  bank: { nameTH: string; nameEN: string };
  bankType: 'bank' | 'PAYMENT';
  mode: 'AUTO' | 'SMS' | 'MANUAL';
  bankAccountName: string;
  bankAccountNo: string;
  currency: string;
}

export interface DepositWallet {
  walletAccountName: string;
  mode: string;
}

export interface DepositLookup {
  isManual: boolean;
  banks: DepositBank[];
  wallets: DepositWallet[];
}

export interface WithdrawLookup {
  withdrawMin: number;
  withdrawMax: number;
  turnoverMultiple: number;
  bonusEnd: number;
}

export interface SlipLookup {
  open: boolean;
  closedFrom: string | null;
  closedUntil: string | null;
  maxBytes: number;
  withinMinutes: number;
}

export interface ContactLookup {
  contactText: string;
  lineLink: string;
  lineName: string;
  lineQR: string;
}

/** Every lookup by its name in `/api/lookup/{name}`. */
export interface Lookups {
  banks: { banks: BankLookup[] };
  deposit: DepositLookup;
  conditions: { conditions: string[] };
  agreements: { agreements: string[] };
  info: { name: string; website: string };
  notice: { notice: string };
  contact: ContactLookup;
  withdraw: WithdrawLookup;
  slip: SlipLookup;
  sources: { sources: { code: string; description: string }[] };
  active: { terminated: '' | 'gone' };
  registerOTP: { registerOTP: boolean };
  enableChatWidget: { enableChatWidget: boolean };
}

export type LookupName = keyof Lookups;

export interface LoginAnswer {
  token: string;
  expiresAt: string;
}

export interface OtpSendAnswer {
  otpRef: string;
  otpToken: string;
  code: 'OK' | 'OTP_VERIFIED';
  expiresAt?: string;
}

export interface OtpVerifyAnswer {
  code: 'OTP_CODE_VALID';
}

export interface Registration {
  name: string;
  username: string;
  password: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency: string;
}

export interface RegistrationAnswer {
  profile: Omit<Profile, 'currency'>;
}

export interface MemberSession {
  _id: string;
  device: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
  rememberMe: boolean;
}

export interface SlipImageAnswer {
  url: string;
}

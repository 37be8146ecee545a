/** A member of a running server, with a bank account in the sandbox. */

const PASSWORD = 'correct horse battery';
/**
 * The length of phone numbers. Each member gets a new number, since the numbers of earlier runs are taken.
 */
const PHONE_LENGTH = 10;

export interface Servers {
  app: string;
  sandbox: string;
}

export interface RealMember {
  memberId: string;
  tokens: string[];
  /** Makes a bank transfer to one of the site's accounts, and returns the picture of its slip. */
  makeBankTransfer(amount: number): Promise<ArrayBuffer>;
}

interface BankAccount {
  bankCode: string;
  bankAccountNo: string;
  bankAccountName: string;
}

/** Registers a member like the app does. The code of the SMS is read from the sandbox. */
export async function registerMember(servers: Servers): Promise<RealMember> {
  const phone = `09${String(Math.random()).slice(2, PHONE_LENGTH)}`;
  const otpToken = await verifyPhone(servers, phone);
  const own: BankAccount = {
    bankCode: 'SCB',
    bankAccountNo: String(Math.random()).slice(2, 12).padEnd(10, '7'),
    bankAccountName: 'SOMCHAI JAIDEE',
  };
  const { code: sourceCode } = (await callApp(servers, 'GET', '/api/lookup/sources')).sources[0];
  await callApp(servers, 'POST', '/api/account', {
    body: { name: 'สมชาย', username: phone, password: PASSWORD, sourceCode, otpToken, ...own },
  });
  return buildMember(servers, phone, own);
}

async function buildMember(servers: Servers, username: string, own: BankAccount): Promise<RealMember> {
  const logIn = async () => {
    const response = await callApp(servers, 'POST', '/api/login', { body: { username, password: PASSWORD } });
    return response.token as string;
  };
  const tokens = [await logIn(), await logIn()];
  const [token] = tokens;
  const { profile } = await callApp(servers, 'GET', '/api/account/profile', { token });
  const { banks } = await callApp(servers, 'GET', '/api/lookup/deposit', { token });
  const siteAccount = banks.find((bank: { bankType: string }) => bank.bankType === 'bank') as BankAccount;
  return {
    memberId: profile._id as string,
    tokens,
    makeBankTransfer: (amount) => makeBankTransfer(servers, own, siteAccount, amount),
  };
}

async function makeBankTransfer(
  { sandbox }: Servers,
  from: BankAccount,
  to: BankAccount,
  amount: number,
): Promise<ArrayBuffer> {
  const { transRef } = await callJson(`${sandbox}/bank/transfers`, 'POST', {
    fromBank: from.bankCode,
    fromAccountNo: from.bankAccountNo,
    fromName: from.bankAccountName,
    toBank: to.bankCode,
    toAccountNo: to.bankAccountNo,
    toName: to.bankAccountName,
    amount,
    feed: false,
  });
  const picture = await fetch(`${sandbox}/bank/slips/${transRef}.png`);
  if (!picture.ok) throw new Error(`no slip picture of ${transRef}: ${picture.status}`);
  return picture.arrayBuffer();
}

/** Returns the OTP token for a registration, if the site requires one. */
async function verifyPhone(servers: Servers, phoneNumber: string): Promise<string | undefined> {
  const { registerOTP } = await callApp(servers, 'GET', '/api/lookup/registerOTP');
  if (!registerOTP) return undefined;
  const body = { phoneNumber };
  const { otpToken } = await callApp(servers, 'POST', '/api/otp/send', { body });
  const { messages } = await callJson(`${servers.sandbox}/sms/messages?phone=${phoneNumber}`, 'GET');
  const { otpCode } = messages[0] as { otpCode: string };
  await callApp(servers, 'POST', '/api/otp/verify', { body: { otpToken, otpCode } });
  return otpToken as string;
}

interface AppOptions {
  body?: unknown;
  token?: string;
}

/* `any`, because tests check the content of responses. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Calls the app's API. Rejects if the status is an error. */
export function callApp(
  servers: Servers,
  method: string,
  path: string,
  options: AppOptions = {},
): Promise<Json> {
  const { token, body } = options;
  const headers = {
    'X-Requested-With': 'wallet-user',
    'X-Forwarded-For': randomAddress(),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return callJson(servers.app + path, method, body, headers);
}

/** Returns a random IP address, so that no address exceeds the limits per address. */
const randomAddress = (): string => {
  const octet = () => Math.floor(Math.random() * 256);
  return `10.${octet()}.${octet()}.${octet()}`;
};

async function callJson(url: string, method: string, body?: unknown, headers?: HeadersInit): Promise<Json> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

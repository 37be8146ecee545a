/**
 * API calls of a member that do not use the app under test. Journeys use them for set-up and for comparison.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUrls } from './server';
import { fetchSmsCode, makeBankTransfer, type Payer } from './sandbox';

export interface Member extends Payer {
  phone: string;
  password: string;
  name: string;
  id: string;
}

export interface StatementLine {
  statementType: string;
  status: string;
  amount: number;
}

/** Registers a new member with their own bank account, as the app does. */
export async function createMember(values: Partial<Member> & { currency?: 'LAK' } = {}): Promise<Member> {
  const phone = createPhoneNumber();
  const { otpToken } = await callApi<{ otpToken: string }>('POST', '/api/otp/send', { phoneNumber: phone });
  await callApi('POST', '/api/otp/verify', { otpToken, otpCode: await fetchSmsCode(phone) });
  const bank = { bankCode: 'KTB', bankAccountName: 'MALI SUKJAI', bankAccountNo: createAccountNo() };
  const person = { name: 'มะลิ', password: 'correct horse', ...bank, ...values };
  const { sources } = await callApi<{ sources: { code: string }[] }>('GET', '/api/lookup/sources');
  const body = {
    username: phone,
    sourceCode: sources[0]!.code,
    inviteCode: '',
    currency: 'BAHT',
    otpToken,
    ...person,
  };
  const { profile } = await callApi<{ profile: { _id: string } }>('POST', '/api/account', body);
  return { phone, id: profile._id, ...person };
}

/** Returns a holder's name that nobody else in this run has. */
export function createHolderName(): string {
  return `${randomName()} CHAIDEE`;
}

function randomName(): string {
  return Array.from({ length: 8 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
}

/**
 * Returns a phone number that no other member of this run has. The database is new, and the digits are
 * random.
 */
export const createPhoneNumber = (): string => `08${digits(8)}`;
/**
 * Returns an account number. A slip shows only the four digits before the last one, so these are unique in
 * this run too.
 */
export const createAccountNo = (): string =>
  `9${digits(4)}${String(nextDigits()).padStart(4, '0')}${digits(1)}`;

let accountCount = 0;
/** Returns the four digits of the next account number that a slip shows, as a number. */
const nextDigits = (): number => (Number(process.env.TEST_WORKER_INDEX ?? 0) * 199 + accountCount++) % 10_000;

function digits(count: number): string {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
}

/** Logs in another device and returns its token. The list of devices shows the device by its `agent`. */
export async function logInByApi(
  { phone, password }: Pick<Member, 'phone' | 'password'>,
  agent?: string,
): Promise<string> {
  const body = { username: phone, password };
  const { token } = await callApi<{ token: string }>('POST', '/api/login', body, undefined, agent);
  return token;
}

/**
 * Sessions for reading the server's data, one per member, because each login costs the server a password
 * hash. The phone under test never uses them.
 */
const readers = new Map<string, string>();

/**
 * Makes a call as the member, independently of the phone under test. Logs in again if the session has ended.
 */
export async function callAsMember<T>(
  member: Member,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const storedToken = readers.get(member.id);
  if (storedToken) {
    const response = await request(method, path, body, storedToken);
    if (response.status !== 401) return readBody<T>(response, method, path);
  }
  const token = await logInByApi(member);
  readers.set(member.id, token);
  return callApi<T>(method, path, body, token);
}

/** Returns the balance and statement lines from the server, without any cache. */
export async function fetchLedger(member: Member): Promise<{ balance: number; lines: StatementLine[] }> {
  const { wallet } = await callAsMember<{ wallet: { amount: number } }>(member, 'GET', '/api/wallet');
  const page = { page: 1, limit: 100 };
  const { statements } = await callAsMember<{ statements: StatementLine[] }>(
    member,
    'POST',
    '/api/statement',
    page,
  );
  return { balance: wallet.amount, lines: statements };
}

/** Funds the wallet by a bank transfer that the bank's feed reports. */
export async function fundWallet(member: Member, amount: number): Promise<void> {
  const { balance } = await fetchLedger(member);
  await makeBankTransfer(member, amount, { feed: true });
  await waitForResult(
    `${amount} baht did not arrive`,
    async () => (await fetchLedger(member)).balance === balance + amount || undefined,
  );
}

/**
 * Calls `check` until it returns a result, and returns that result. Throws an error with the text `failure`
 * after 90 s: a job of the server can wait that long on a slow and busy machine.
 */
export async function waitForResult<T>(failure: string, check: () => Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + 90_000; Date.now() < until; await sleep(100)) {
    const result = await check();
    if (result !== undefined) return result;
  }
  throw new Error(failure);
}

/**
 * Returns a random address: more than a hundred members register in a run, and codes per address and hour are
 * limited.
 */
function randomAddress(): string {
  const octet = () => 1 + Math.floor(Math.random() * 250);
  return `10.${octet()}.${octet()}.${octet()}`;
}

/** Calls the API. Returns the body; throws if the status is an error. */
export async function callApi<T = unknown>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  agent?: string,
): Promise<T> {
  return readBody<T>(await request(method, path, body, token, agent), method, path);
}

function request(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  agent?: string,
): Promise<Response> {
  return fetch(serverUrls.app + path, {
    method,
    headers: {
      'X-Requested-With': 'wallet-user',
      ...(/^\/api\/(otp|account)/.test(path) && { 'X-Forwarded-For': randomAddress() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(agent && { 'User-Agent': agent }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function readBody<T>(response: Response, method: string, path: string): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** The sandbox's control calls: for SMS, bank transfers with their slips, and totals. */
import { serverUrls } from './server';

/** One of the site's own accounts, from the demo content. */
export const HOUSE_ACCOUNT = { toBank: 'KBANK', toAccountNo: '0483921567', toName: 'บจก. กระเป๋า เพย์' };

export interface Payer {
  bankCode: string;
  bankAccountNo: string;
  bankAccountName: string;
}

export interface Transfer {
  transRef: string;
  /** The picture that the member's bank app would have saved. */
  picture: Picture;
}

export interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * Transfers money in the sandbox's bank from the payer to the site's account. `extra` adds to the request or
 * changes it: `at` sets the time.
 */
export async function makeBankTransfer(
  from: Payer,
  amount: number,
  extra: Record<string, unknown> = {},
): Promise<Transfer> {
  const payer = {
    fromBank: from.bankCode,
    fromAccountNo: from.bankAccountNo,
    fromName: from.bankAccountName,
  };
  const { transRef } = await callSandbox<{ transRef: string }>('POST', '/bank/transfers', {
    ...payer,
    ...HOUSE_ACCOUNT,
    amount,
    ...extra,
  });
  const response = await fetch(`${serverUrls.sandbox}/bank/slips/${transRef}.png`);
  return { transRef, picture: await pictureOf(response, `${transRef}.png`) };
}

/** Returns a forged or unreadable slip. */
export async function createForgedSlip(
  kind: 'selfmade' | 'edited' | 'two' | 'payment' | 'none' | 'small',
  extra: Record<string, unknown> = {},
): Promise<Picture> {
  const body = JSON.stringify({ kind, ...extra });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${serverUrls.sandbox}/bank/slips/forge`, { method: 'POST', headers, body });
  return pictureOf(response, `${kind}.png`);
}

/** Returns the total paid from an account, as the sandbox computes it. */
export async function fetchTotalPaid(from: Payer): Promise<number> {
  const { bank } = await callSandbox<{ bank: { accounts: Record<string, { out: number }> } }>(
    'GET',
    '/totals',
  );
  const key = Object.keys(bank.accounts).find((account) => account.endsWith(`:${from.bankAccountNo}`));
  return key ? bank.accounts[key]!.out : 0;
}

export interface Payout {
  toAccountNo: string;
  amount: number;
  status: string;
}

/** Returns the payouts to a member, from the bank's own list. */
export async function fetchPayouts({ bankAccountNo }: Payer): Promise<Payout[]> {
  const { payouts } = await callSandbox<{ payouts: Payout[] }>('GET', '/bank/payouts');
  return payouts.filter(({ toAccountNo }) => toAccountNo === bankAccountNo);
}

/** Pays a QR from a payer's bank app: its amount, or another one. */
export async function payQr(qrcodeId: string, amount?: number): Promise<void> {
  await callSandbox('POST', '/qr/pay', { qrcodeId, amount });
}

/** Creates a gift in another person's wallet app, and returns its link. */
export async function createGiftLink(amount: number): Promise<string> {
  return (await callSandbox<{ link: string }>('POST', '/truemoney/vouchers', { amount })).link;
}

/** Returns the code of the newest SMS to a phone. */
export async function fetchSmsCode(phoneNumber: string): Promise<string> {
  const { messages } = await callSandbox<{ messages: { otpCode: string }[] }>(
    'GET',
    `/sms/messages?phone=${phoneNumber}`,
  );
  if (!messages[0]) throw new Error(`no SMS to ${phoneNumber}`);
  return messages[0].otpCode;
}

async function pictureOf(response: Response, name: string): Promise<Picture> {
  if (!response.ok) throw new Error(`no picture ${name}: ${response.status} ${await response.text()}`);
  return { name, mimeType: 'image/png', buffer: Buffer.from(await response.arrayBuffer()) };
}

async function callSandbox<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = body ? { 'Content-Type': 'application/json' } : undefined;
  const response = await fetch(serverUrls.sandbox + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  } as RequestInit);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

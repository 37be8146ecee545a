/** The money calls, as orders for `send`. Amounts come in whole satang and leave in baht. */
import { putWallet } from '../homeParts';
import type { Member } from '../member';
import { putTold } from '../rows';
import { bahtOf } from '../satang';
import { inMember } from '../storage';
import type { Order } from './money';
import { putPart } from './parts';
import { qrPath, renewQrs } from './qr';
import type { Announced, CashAnswer, CashLine, Limits, Period, QrProvider, QrState } from './types';

export const LIMITS = '/api/limits';
export const WITHDRAW = 'withdraw';
export const GIFT = 'gift';
export const ANNOUNCE = 'announce';

/** Brings the games' money back and pays the amount to the member's own account. */
export function withdrawAll(satang: number): Order<CashAnswer> {
  return {
    name: WITHDRAW,
    method: 'POST',
    path: '/api/wallet/withdrawAll',
    body: { amount: bahtOf(satang) },
    keep: keepCash,
  };
}

export const cancelName = (lineId: string): string => `cancelWithdraw:${lineId}`;

export function cancelWithdrawal(lineId: string): Order<CashAnswer> {
  const path = `/api/wallet/withdraw/${lineId}/cancel`;
  return { name: cancelName(lineId), method: 'POST', path, body: {}, keep: keepCash };
}

export function announce(satang: number): Order<Announced> {
  return {
    name: ANNOUNCE,
    method: 'POST',
    path: '/api/wallet/add',
    body: { amount: bahtOf(satang) },
    keep: ({ memberId }, { statement }) => keepLine(memberId, statement),
  };
}

/** `sealed` as `sealGiftLink` makes it. */
export function sendGift(sealed: string): Order<CashAnswer> {
  return { name: GIFT, method: 'POST', path: '/api/wallet/truelink', body: { link: sealed }, keep: keepCash };
}

export const qrName = (provider: QrProvider): string => `qr:${provider}`;

/** `others` are the gateways whose QR ends when this one begins. */
export function createQr(
  provider: QrProvider,
  satang: number,
  others: readonly QrProvider[],
): Order<QrState> {
  return {
    name: qrName(provider),
    method: 'POST',
    path: qrPath(provider),
    body: { amount: bahtOf(satang) },
    keep: async ({ memberId }, qr) => {
      await putPart(memberId, qrPath(provider), qr);
      void renewQrs(others.filter((each) => each !== provider));
    },
  };
}

export const cancelQrName = (qrcodeId: string): string => `cancelQr:${qrcodeId}`;

export function cancelQr({ qrcodeId, provider }: QrState): Order<QrState> {
  return {
    name: cancelQrName(qrcodeId),
    method: 'DELETE',
    path: `/api/qrcode/${qrcodeId}`,
    body: {},
    keep: ({ memberId }, qr) => putPart(memberId, qrPath(provider), qr),
  };
}

export const limitName = (period: Period): string => `limit:${period}`;

/** Null takes the limit away. Lower counts at once, higher waits a day and a second yes. */
export function setLimit(period: Period, satang: number | null): Order<Limits> {
  const body = { [period]: satang === null ? null : bahtOf(satang) };
  return { name: limitName(period), method: 'PUT', path: LIMITS, body, keep: keepLimits };
}

export function confirmLimit(period: Period): Order<Limits> {
  return {
    name: limitName(period),
    method: 'POST',
    path: `${LIMITS}/confirm`,
    body: { period },
    keep: keepLimits,
  };
}

async function keepCash({ memberId }: Member, { statement, wallet }: CashAnswer): Promise<void> {
  await keepLine(memberId, statement);
  await inMember(memberId, (db) => db.transaction('rw', db.home, () => putWallet(db, wallet, Date.now())));
}

async function keepLine(memberId: string, line: CashLine): Promise<void> {
  await inMember(memberId, (db) =>
    db.transaction('rw', db.statement, () => putTold(db.statement, line._id, line)),
  );
}

async function keepLimits({ memberId }: Member, limits: Limits): Promise<void> {
  await putPart(memberId, LIMITS, limits);
}

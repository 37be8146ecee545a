/** The money calls, as orders for `send`. Amounts come in whole satang and leave in baht. */
import { putWallet } from '../homeParts';
import type { Member } from '../member';
import { putTold } from '../rows';
import { bahtOf } from '../satang';
import { inMember } from '../storage';
import { orderOf, type Order } from './money';
import { putPart } from './parts';
import { qrPath, renewQrs } from './qr';
import type { CashAnswer, CashLine, Limits, Period, QrProvider, QrState } from './types';

export const LIMITS = '/api/limits';
export const WITHDRAW = 'withdraw';
export const GIFT = 'gift';
export const ANNOUNCE = 'announce';

/** Brings the games' money back and pays the amount to the member's own account. */
export function withdrawAll(satang: number): Order<CashAnswer> {
  return orderOf(WITHDRAW, 'POST', '/api/wallet/withdrawAll', {
    body: { amount: bahtOf(satang) },
    keep: keepCash,
  });
}

export const cancelName = (lineId: string): string => `cancelWithdraw:${lineId}`;

export function cancelWithdrawal(id: string): Order<CashAnswer> {
  return orderOf(cancelName(id), 'POST', '/api/wallet/withdraw/{id}/cancel', {
    path: { id },
    keep: keepCash,
  });
}

export function announce(satang: number) {
  return orderOf(ANNOUNCE, 'POST', '/api/wallet/add', {
    body: { amount: bahtOf(satang) },
    keep: ({ memberId }, { statement }) => keepLine(memberId, statement),
  });
}

/** `sealed` as `sealGiftLink` makes it. */
export function sendGift(sealed: string): Order<CashAnswer> {
  return orderOf(GIFT, 'POST', '/api/wallet/truelink', { body: { link: sealed }, keep: keepCash });
}

export const qrName = (provider: QrProvider): string => `qr:${provider}`;

/** `others` are the gateways whose QR ends when this one begins. */
export function createQr(
  provider: QrProvider,
  satang: number,
  others: readonly QrProvider[],
): Order<QrState> {
  return orderOf(qrName(provider), 'POST', '/api/qrcode/{provider}', {
    path: { provider },
    body: { amount: bahtOf(satang) },
    keep: async ({ memberId }, qr) => {
      await putPart(memberId, qrPath(provider), qr);
      void renewQrs(others.filter((each) => each !== provider));
    },
  });
}

export const cancelQrName = (qrcodeId: string): string => `cancelQr:${qrcodeId}`;

export function cancelQr({ qrcodeId, provider }: QrState): Order<QrState> {
  return orderOf(cancelQrName(qrcodeId), 'DELETE', '/api/qrcode/{qrcodeId}', {
    path: { qrcodeId },
    keep: ({ memberId }, qr) => putPart(memberId, qrPath(provider), qr),
  });
}

export const limitName = (period: Period): string => `limit:${period}`;

/** Null takes the limit away. Lower counts at once, higher waits a day and a second yes. */
export function setLimit(period: Period, satang: number | null): Order<Limits> {
  const body = { [period]: satang === null ? null : bahtOf(satang) };
  return orderOf(limitName(period), 'PUT', LIMITS, { body, keep: keepLimits });
}

export function confirmLimit(period: Period): Order<Limits> {
  return orderOf(limitName(period), 'POST', '/api/limits/confirm', { body: { period }, keep: keepLimits });
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

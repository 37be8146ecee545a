/** The money commands, as orders for `send`. Amounts are satang here and sent in baht. */
import { order, type Order } from '../../engine/commands/send';
import { keepRow } from '../../engine/lists/lists';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';
import { bahtOf } from '../../kit/satang';
import { renewQrs } from './qr';
import type { CashAnswer, Limits, Period, QrProvider, QrState } from './types';

/** withdrawAll moves the games' money back and pays the amount to the member's own account. */
export function withdrawAll(satang: number): Order<CashAnswer> {
  return order('withdrawAll', { body: { amount: bahtOf(satang) }, keep: keepLine });
}

export function cancelWithdrawal(id: string): Order<CashAnswer> {
  return order('cancelWithdrawal', { subject: id, path: { id }, keep: keepLine });
}

export function announce(satang: number) {
  return order('announce', {
    body: { amount: bahtOf(satang) },
    keep: keepLine,
  });
}

/** redeemGift returns the order to redeem a gift link, in the form that `sealGiftLink` returns. */
export function redeemGift(sealed: string): Order<CashAnswer> {
  return order('redeemGift', { body: { link: sealed }, keep: keepLine });
}

/** createQr returns the order to make a QR. `others` are the gateways whose QR ends when this one starts. */
export function createQr(
  provider: QrProvider,
  satang: number,
  others: readonly QrProvider[],
): Order<QrState> {
  return order('createQr', {
    subject: provider,
    path: { providerOrId: provider },
    body: { amount: bahtOf(satang) },
    keep: async ({ memberId }, qr) => {
      await putResource(memberId, 'qr', qr, provider);
      void renewQrs(others.filter((each) => each !== provider));
    },
  });
}

export function cancelQr({ qrcodeId, provider }: QrState): Order<QrState> {
  return order('cancelQr', {
    subject: qrcodeId,
    path: { providerOrId: qrcodeId },
    keep: ({ memberId }, qr) => putResource(memberId, 'qr', qr, provider),
  });
}

/**
 * setLimit sets a limit; null removes it. A lower limit applies at once; a higher one waits a day and
 * needs a second confirmation.
 */
export function setLimit(period: Period, satang: number | null): Order<Limits> {
  const body = { [period]: satang === null ? null : bahtOf(satang) };
  return order('setLimit', { subject: period, body, keep: keepLimits });
}

export function confirmLimit(period: Period): Order<Limits> {
  return order('confirmLimit', { subject: period, body: { period }, keep: keepLimits });
}

/**
 * Stores the statement line of the response, but not its wallet: the games may have changed too. The sync
 * after each command returns wallet and games of the same moment.
 */
function keepLine(member: Member, { statement }: Pick<CashAnswer, 'statement'>): Promise<void> {
  return keepRow(member, 'statement', statement);
}

async function keepLimits({ memberId }: Member, limits: Limits): Promise<void> {
  await putResource(memberId, 'limits', limits);
}

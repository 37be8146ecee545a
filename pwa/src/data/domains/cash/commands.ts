/** Builds the requests of the money commands for `sendCommand`. Amounts are satang here and sent in baht. */
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import { storeRow } from '../../engine/lists/lists';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';
import { bahtOf } from '../../kit/satang';
import { renewQrs } from './qr';
import type { CashResponse, Limits, Period, QrProvider, QrState } from './types';

/** buildWithdrawal returns the command that moves the games' money back and pays the amount to the member. */
export function buildWithdrawal(satang: number): CommandRequest<CashResponse> {
  return buildRequest('withdrawAll', { body: { amount: bahtOf(satang) }, storeResponse: storeLine });
}

export function buildCancellation(id: string): CommandRequest<CashResponse> {
  return buildRequest('cancelWithdrawal', { subject: id, path: { id }, storeResponse: storeLine });
}

export function buildAnnouncement(satang: number) {
  return buildRequest('announce', {
    body: { amount: bahtOf(satang) },
    storeResponse: storeLine,
  });
}

/**
 * buildGiftRedemption returns the command that redeems a gift link, in the form that `sealGiftLink` returns.
 */
export function buildGiftRedemption(sealed: string): CommandRequest<CashResponse> {
  return buildRequest('redeemGift', { body: { link: sealed }, storeResponse: storeLine });
}

/**
 * buildQr returns the command that makes a QR. `others` are the gateways whose QR ends when this one starts.
 */
export function buildQr(
  provider: QrProvider,
  satang: number,
  others: readonly QrProvider[],
): CommandRequest<QrState> {
  return buildRequest('createQr', {
    subject: provider,
    path: { providerOrId: provider },
    body: { amount: bahtOf(satang) },
    storeResponse: async ({ memberId }, qr) => {
      await putResource(memberId, 'qr', qr, provider);
      void renewQrs(others.filter((each) => each !== provider));
    },
  });
}

export function buildQrCancellation({ qrcodeId, provider }: QrState): CommandRequest<QrState> {
  return buildRequest('cancelQr', {
    subject: qrcodeId,
    path: { providerOrId: qrcodeId },
    storeResponse: ({ memberId }, qr) => putResource(memberId, 'qr', qr, provider),
  });
}

/**
 * buildLimit returns the command that sets a limit; null removes it. A lower limit applies at once; a higher
 * limit waits a day and needs a second confirmation.
 */
export function buildLimit(period: Period, satang: number | null): CommandRequest<Limits> {
  const body = { [period]: satang === null ? null : bahtOf(satang) };
  return buildRequest('setLimit', { subject: period, body, storeResponse: storeLimits });
}

export function buildLimitConfirmation(period: Period): CommandRequest<Limits> {
  return buildRequest('confirmLimit', { subject: period, body: { period }, storeResponse: storeLimits });
}

/**
 * Stores the statement line of the response, but not its wallet: the games may have changed too. The sync
 * after each command returns wallet and games of the same moment.
 */
function storeLine(member: Member, { statement }: Pick<CashResponse, 'statement'>): Promise<void> {
  return storeRow(member, 'statement', statement);
}

async function storeLimits({ memberId }: Member, limits: Limits): Promise<void> {
  await putResource(memberId, 'limits', limits);
}

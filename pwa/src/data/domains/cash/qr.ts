/** The QR of each gateway. A member has one live QR at a time; making another one ends it. */
import { serverNow } from '../../api/clock';
import { useLive } from '../../engine/live/live';
import { getLocale } from '../../device/locale';
import { refetchResource } from '../../engine/resources/refresh';
import { keyOf } from '../../engine/resources/resources';
import type { QrProvider, QrState } from './types';

/**
 * useLiveQr returns the unpaid live QR of these gateways from the device's data; undefined if there is none.
 */
export function useLiveQr(providers: readonly QrProvider[]): QrState | undefined {
  const keys = providers.map((each) => keyOf('qr', getLocale(), each));
  const live = useLive({
    database: 'member',
    name: `live ${keys}`,
    read: async (db) => {
      const rows = await db.lookups.bulkGet(keys);
      const found = rows.map((row) => row?.data as QrState | undefined).find((qr) => qr && isLive(qr));
      const paid = found?.lineId && (await db.statement.get(found.lineId));
      return paid ? undefined : found;
    },
  });
  // It may have expired since it was read.
  return live && isLive(live) ? live : undefined;
}

/** renewQrs fetches these QRs again: another gateway has made a QR, so the stored ones are out of date. */
export async function renewQrs(providers: readonly QrProvider[]): Promise<void> {
  await Promise.all(providers.map((each) => refetchResource('qr', each)));
}

/** isLive returns true if the QR can be paid: it exists and has not expired by the server's clock. */
export function isLive({ hasQrcode, expireIn }: QrState, now = serverNow()): boolean {
  return hasQrcode && (expireIn === null || Date.parse(expireIn) > now);
}

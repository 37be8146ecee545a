/** The QR of each gateway. A member has one live QR: making one ends the others. */
import { useLiveQuery } from 'dexie-react-hooks';
import { serverNow } from '../api/clock';
import type { Cached } from '../hooks/cached';
import { useMemberDb } from '../hooks/useDatabase';
import { refreshPart, renewPart } from './parts';
import type { QrProvider, QrState } from './types';
import { usePart } from './usePart';

export const qrPath = (provider: QrProvider): string => `/api/qrcode/${provider}`;

export function useQr(provider: QrProvider): Cached<QrState> {
  return usePart<QrState>(qrPath(provider));
}

/** The one that waits to be paid among these, as the phone knows it. */
export function useLiveQr(providers: readonly QrProvider[]): QrState | undefined {
  const db = useMemberDb();
  const paths = providers.map(qrPath).join();
  return useLiveQuery(async () => {
    const rows = await db?.cash.bulkGet(paths.split(','));
    const live = rows?.map((row) => row?.value as QrState | undefined).find((qr) => qr && isLive(qr));
    const paid = live?.lineId && (await db?.statement.get(live.lineId));
    return paid ? undefined : live;
  }, [db, paths]);
}

export function refreshQr(provider: QrProvider): Promise<void> {
  return refreshPart(qrPath(provider));
}

/** Another gateway has made a QR: what these say of theirs is void. */
export async function renewQrs(providers: readonly QrProvider[]): Promise<void> {
  await Promise.all(providers.map((each) => renewPart(qrPath(each))));
}

/** Can be paid: there, and not run out by the server's clock. */
export function isLive({ hasQrcode, expireIn }: QrState, now = serverNow()): boolean {
  return hasQrcode && (expireIn === null || Date.parse(expireIn) > now);
}

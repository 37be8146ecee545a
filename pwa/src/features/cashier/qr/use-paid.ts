import { useLiveQuery } from 'dexie-react-hooks';
import type { QrState } from '@/data/cash/types';
import type { Statement } from '@/data/api/types';
import type { MemberDb } from '@/data/db';
import { useMemberDb } from '@/data/hooks/useDatabase';

/** The line that paid this QR, once it is there; `isDown` once the server shows it no more. */
export function usePaid(qr: QrState, isDown: boolean): Statement | undefined {
  const db = useMemberDb();
  return useLiveQuery(() => db && findPaid(db, qr, isDown), [db, qr, isDown]) ?? undefined;
}

export async function findPaid(db: MemberDb, qr: QrState, isDown = false): Promise<Statement | undefined> {
  const since = new Date(madeAt(qr)).toISOString();
  const young = await db.statement.where('createdAt').above(since).toArray();
  return young.find((line) => paysFor(line, qr, isDown));
}

/**
 * Whether money that came since the QR was made is its own. Another amount may be that of an
 * earlier QR, paid late, as long as this one is still there to be paid.
 */
export function paysFor(line: Statement, { provider, amount, transferAmount }: QrState, isDown: boolean): boolean {
  const isDeposit = line.statementType === 'deposit' && line.status === 'SUCCESS';
  const fits = isDown || line.amount === amount || line.amount === transferAmount;
  return isDeposit && line.from === `QR ${provider}` && fits;
}

/** By the server's clock, as the lines are dated: what came before was for another one. */
function madeAt({ expireIn, timeLimit }: QrState): number {
  return expireIn ? Date.parse(expireIn) - timeLimit * 60_000 : Date.now() - 60 * 60_000;
}

import { useLiveQuery } from 'dexie-react-hooks';
import type { QrState } from '@/data/cash/types';
import type { Statement } from '@/data/api/types';
import type { MemberDb } from '@/data/db';
import { useMemberDb } from '@/data/hooks/useDatabase';

/** The phone's clock and the server's may differ by so much. */
const SLACK_MS = 60_000;

/** The line that paid this QR, once it is there. */
export function usePaid(qr: QrState): Statement | undefined {
  const db = useMemberDb();
  return useLiveQuery(() => db && findPaid(db, qr), [db, qr]) ?? undefined;
}

export async function findPaid(db: MemberDb, qr: QrState): Promise<Statement | undefined> {
  const since = new Date(madeAt(qr) - SLACK_MS).toISOString();
  const young = await db.statement.where('createdAt').above(since).toArray();
  return young.find((line) => paysFor(line, qr));
}

/** Money that came by this gateway since the QR was made: there is one live QR at a time. */
export function paysFor(line: Statement, { provider, amount, transferAmount }: QrState): boolean {
  const isDeposit = line.statementType === 'deposit' && line.status === 'SUCCESS';
  return isDeposit && line.from === `QR ${provider}` && [amount, transferAmount].includes(line.amount);
}

function madeAt({ expireIn, timeLimit }: QrState): number {
  return expireIn ? Date.parse(expireIn) - timeLimit * 60_000 : Date.now() - 60 * 60_000;
}

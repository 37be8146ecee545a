/** Builds the requests that collect the earnings of friends' play and of the member's own play. */
import { serverNow } from '../../api/clock';
import type { RefundCheck } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { buildRequest } from '../../engine/commands/send';
import { putProvisional } from '../../engine/lists/rows';
import { putHomeRow } from '../../engine/home/parts';
import type { MemberDb } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';

/** buildInviteCollection returns the command that moves the invite bonus into the wallet. */
export function buildInviteCollection() {
  return buildRequest('collectInvite', {
    storeResponse: async (member, response) => {
      await storeRow(member, 'statement', response.statement);
      await withMemberDb(member.memberId, (db) => changePart(db, 'invite', { amount: 0 }));
    },
  });
}

/**
 * buildRefundReceipt returns the command that adds the earnings of the member's own play to the waiting
 * refunds.
 */
export function buildRefundReceipt() {
  return buildRequest('receiveRefund', {
    storeResponse: async ({ memberId }, { refund, balance }) => {
      await withMemberDb(memberId, (db) =>
        db.transaction('rw', db.refunds, db.home, async () => {
          await putProvisional(db, 'refunds', refund);
          await changePart(db, 'refund', { result: false, refundAmount: 0, balance });
        }),
      );
    },
  });
}

/** buildRefundTransfer returns the command that moves the waiting refunds into the wallet. */
export function buildRefundTransfer() {
  return buildRequest('addRefund', {
    storeResponse: async (member, response) => {
      await storeRow(member, 'statement', response.statement);
      await withMemberDb(member.memberId, (db) => changePart(db, 'refund', { balance: 0 }));
    },
  });
}

/** Stores the changes that the response implies. The next sync returns the complete data. */
async function changePart(
  db: MemberDb,
  key: 'invite' | 'refund',
  part: Partial<RefundCheck> | { amount: number },
) {
  const known = await db.home.get(key);
  if (known) await putHomeRow(db, key, { ...(known.value as object), ...part }, serverNow());
}

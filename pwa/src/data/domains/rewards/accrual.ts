/** What members take of their friends' play and of their own, as orders for `send`. */
import { serverNow } from '../../api/clock';
import type { RefundCheck } from '../../api/types';
import { keepRow } from '../../engine/lists/lists';
import { order } from '../../engine/commands/send';
import { putTold } from '../../engine/lists/rows';
import { putHomePart } from '../../engine/home/parts';
import type { MemberDb } from '../../storage/db';
import { inMember } from '../../storage/storage';

/** The invite bonus, into the wallet. */
export function collectInvite() {
  return order('collectInvite', {
    keep: async (member, answer) => {
      await keepRow(member, 'statement', answer.statement);
      await inMember(member.memberId, (db) => change(db, 'invite', { amount: 0 }));
    },
  });
}

/** What one's own play has earned, to the refunds that wait. */
export function receiveRefund() {
  return order('receiveRefund', {
    keep: async ({ memberId }, { refund, balance }) => {
      await inMember(memberId, (db) =>
        db.transaction('rw', db.refunds, db.home, async () => {
          await putTold(db, 'refunds', refund);
          await change(db, 'refund', { result: false, refundAmount: 0, balance });
        }),
      );
    },
  });
}

/** The refunds that wait, into the wallet. */
export function addRefund() {
  return order('addRefund', {
    keep: async (member, answer) => {
      await keepRow(member, 'statement', answer.statement);
      await inMember(member.memberId, (db) => change(db, 'refund', { balance: 0 }));
    },
  });
}

/** What the answer says of it by itself, until the next sync tells all of it. */
async function change(
  db: MemberDb,
  key: 'invite' | 'refund',
  part: Partial<RefundCheck> | { amount: number },
) {
  const known = await db.home.get(key);
  if (known) await putHomePart(db, key, { ...(known.value as object), ...part }, serverNow());
}

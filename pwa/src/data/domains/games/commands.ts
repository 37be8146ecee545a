/** The commands of games, as orders for `send`. */
import { order, type Order } from '../../engine/commands/send';
import type { Answered } from '../../engine/commands/commands';
import type { CashAnswer } from '../../api/types';
import { keepRow } from '../../engine/lists/lists';
import { putSlot } from './slots';
import type { Member } from '../../session/member';
import { bahtOf } from '../../kit/satang';

/** The side of a transfer that is no game. */
export const WALLET = 'WALLET';

export interface Asked {
  from: string;
  to: string;
  /** undefined: the whole wallet. */
  satang?: number;
}

/** transfer moves money between the wallet and a game, or two games. `from` and `to` are codes. */
export function transfer({ from, to, satang }: Asked): Order<CashAnswer> {
  const keep = (member: Member, { statement }: CashAnswer) => keepRow(member, 'statement', statement);
  if (satang === undefined) return order('transferAll', { body: { to }, keep });
  return order('transfer', { body: { from, to, amount: bahtOf(satang) }, keep });
}

/** activate opens the member's account in a game. */
export function activate(slotCode: string): Order<Answered<'activateSlot'>> {
  return order('activateSlot', {
    subject: slotCode,
    path: { slotCode },
    keep: (member, { slot }) => putSlot(member, slot),
  });
}

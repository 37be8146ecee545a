/** The commands of games, as orders for `send`. */
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { CommandResponse } from '../../engine/commands/commands';
import type { CashResponse } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { putSlot } from './slots';
import type { Member } from '../../session/member';
import { bahtOf } from '../../kit/satang';

/** The side of a transfer that is no game. */
export const WALLET = 'WALLET';

export interface TransferRequest {
  from: string;
  to: string;
  /** undefined: the whole wallet. */
  satang?: number;
}

/** transfer moves money between the wallet and a game, or two games. `from` and `to` are codes. */
export function transfer({ from, to, satang }: TransferRequest): CommandRequest<CashResponse> {
  const storeResponse = (member: Member, { statement }: CashResponse) =>
    storeRow(member, 'statement', statement);
  if (satang === undefined) return buildRequest('transferAll', { body: { to }, storeResponse });
  return buildRequest('transfer', { body: { from, to, amount: bahtOf(satang) }, storeResponse });
}

/** activate opens the member's account in a game. */
export function activate(slotCode: string): CommandRequest<CommandResponse<'activateSlot'>> {
  return buildRequest('activateSlot', {
    subject: slotCode,
    path: { slotCode },
    storeResponse: (member, { slot }) => putSlot(member, slot),
  });
}

/** Builds the requests of the games' commands for `sendCommand`. */
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { CommandResponse } from '../../engine/commands/commands';
import type { CashResponse } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { putSlot } from './slots';
import type { Member } from '../../session/member';
import { bahtOf } from '../../kit/satang';

/** The wallet's code as source or target of a transfer. */
export const WALLET = 'WALLET';

export interface GameTransferRequest {
  /** `from` and `to` are the codes of games, or WALLET. */
  from: string;
  to: string;
  /** undefined: the whole wallet. */
  satang?: number;
}

/** buildGameTransfer returns the command that moves money between the wallet and a game, or two games. */
export function buildGameTransfer({ from, to, satang }: GameTransferRequest): CommandRequest<CashResponse> {
  const storeResponse = (member: Member, { statement }: CashResponse) =>
    storeRow(member, 'statement', statement);
  if (satang === undefined) return buildRequest('transferAll', { body: { to }, storeResponse });
  return buildRequest('transfer', { body: { from, to, amount: bahtOf(satang) }, storeResponse });
}

/** buildActivation returns the command that opens the member's account in a game. */
export function buildActivation(slotCode: string): CommandRequest<CommandResponse<'activateSlot'>> {
  return buildRequest('activateSlot', {
    subject: slotCode,
    path: { slotCode },
    storeResponse: (member, { slot }) => putSlot(member, slot),
  });
}

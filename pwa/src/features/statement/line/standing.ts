/** What a line's page says of where the line stands, by what the phone knows of it. */
import type { Statement } from '@/data/api/types';
import type { Actor, LineDetail, LineEvent } from '@/data/domains/statement/use-line';
import words from '@/i18n/th/line.json';
import { heldNotes } from '@/money/use-slip-fix';
import { actsNext } from '../statement-look';

/** Who acts next: the server's word while it is of this state, else what the line itself says. */
export function actorOf(line: Statement, detail: LineDetail | undefined): Actor {
  const told = detail && detail.statement.version >= line.version ? detail.waitsFor : undefined;
  if (told && Object.hasOwn(words.waits, told)) return told;
  return actsNext(line);
}

export type NextStep =
  | 'cancelled'
  | 'withdraw'
  | 'transfer'
  | 'notSeen'
  | 'returned'
  | 'gift'
  | 'slip'
  | 'other';

/** What can be done about a failed line. */
export function nextOf({ statementType, note, fromPlace }: Statement): NextStep {
  if (note === 'WITHDRAW_CANCELLED') return 'cancelled';
  if (statementType === 'withdraw' || statementType === 'transfer') return statementType;
  if (statementType !== 'deposit') return 'other';
  if (note === 'DEPOSIT_NOT_SEEN') return 'notSeen';
  if (note && heldNotes.includes(note)) return 'returned';
  if (fromPlace?.kind === 'gift') return 'gift';
  return fromPlace?.kind === 'bank' ? 'slip' : 'other';
}

/** The story as far as it is of this state; a line that went on since has another one. */
export function storyOf(line: Statement, detail: LineDetail | undefined): LineEvent[] {
  if (!detail || detail.statement.version < line.version) return [];
  // A newer server may tell of what this version has no word for.
  return detail.events.filter(({ event }) => event === 'done' || Object.hasOwn(words.event, event));
}

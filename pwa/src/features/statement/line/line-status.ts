/** The status, advice and events that a statement line's page shows, from the data on the phone. */
import type { StatementLine } from '@/data/api/types';
import type { Actor, LineDetail, LineEvent } from '@/data/domains/statement/use-line';
import words from '@/i18n/th/line.json';
import { heldNotes } from '@/money/use-slip-fix-text';
import { findNextActor } from '../appearance';

/**
 * Returns who acts next. The server's value is used if it is for this state of the line. Otherwise the line
 * itself decides.
 */
export function findActor(line: StatementLine, detail: LineDetail | undefined): Actor {
  const reported = detail && detail.statement.version >= line.version ? detail.waitsFor : undefined;
  if (reported && Object.hasOwn(words.waits, reported)) return reported;
  return findNextActor(line);
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

/** Returns what the member can do about a failed statement line. */
export function findNextStep({ statementType, note, fromPlace }: StatementLine): NextStep {
  if (note === 'WITHDRAW_CANCELLED') return 'cancelled';
  if (statementType === 'withdraw' || statementType === 'transfer') return statementType;
  if (statementType !== 'deposit') return 'other';
  if (note === 'DEPOSIT_NOT_SEEN') return 'notSeen';
  if (note && heldNotes.includes(note)) return 'returned';
  if (fromPlace?.kind === 'gift') return 'gift';
  return fromPlace?.kind === 'bank' ? 'slip' : 'other';
}

/**
 * Returns the events that were fetched for this state of the line. Returns none if the line has changed
 * since.
 */
export function filterCurrentEvents(line: StatementLine, detail: LineDetail | undefined): LineEvent[] {
  if (!detail || detail.statement.version < line.version) return [];
  // A newer server may send events that this version has no text for.
  return detail.events.filter(({ event }) => event === 'done' || Object.hasOwn(words.event, event));
}

import type { Statement } from '@/data/api/types';
import type { SlipRow } from '@/data/db';
import { SlipLine } from './slip-line';
import { StatementLine } from './statement-line';

/** A line of the statement, or a slip on its way to be one. */
export type Either = Statement | SlipRow;

/** Both kinds as one list, newest first. */
export function movements(lines: readonly Statement[], slips: readonly SlipRow[]): Either[] {
  return [...lines, ...slips].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export function keyOf(of: Either): string {
  return '_id' in of ? of._id : of.clientId;
}

interface MovementProps {
  of: Either;
  marked?: boolean;
  hidden?: boolean;
  onCancel?: (id: string) => void;
}

export function Movement({ of, ...rest }: MovementProps) {
  if ('_id' in of) return <StatementLine line={of} {...rest} />;
  return <SlipLine slip={of} hidden={rest.hidden} />;
}

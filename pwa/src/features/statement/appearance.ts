import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CircleHelp,
  Flag,
  Gift,
  type LucideIcon,
} from 'lucide-react';
import type { StatementLine } from '@/data/api/types';
import { formatMoney } from '@/ui/format/money';
import type { TileTone } from '@/ui/icon-tile';

export type KnownType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';

interface Appearance {
  label: KnownType | 'unknown';
  icon: LucideIcon;
  tone: TileTone;
  /** Plus for money in, minus for a withdrawal, none for money that stays on the site. */
  sign: '+' | '\u2212' | '';
}

const appearances: Record<KnownType, Appearance> = {
  deposit: { label: 'deposit', icon: ArrowDownToLine, tone: 'in', sign: '+' },
  bonus: { label: 'bonus', icon: Gift, tone: 'in', sign: '+' },
  finish_bonus: { label: 'finish_bonus', icon: Flag, tone: 'off', sign: '' },
  withdraw: { label: 'withdraw', icon: ArrowUpFromLine, tone: 'off', sign: '\u2212' },
  transfer: { label: 'transfer', icon: ArrowLeftRight, tone: 'info', sign: '' },
};

const UNKNOWN: Appearance = { label: 'unknown', icon: CircleHelp, tone: 'off', sign: '' };

/** Returns icon, sign and text of a type. A type that this version does not know has a question mark. */
export function findAppearance(type: string): Appearance {
  return Object.hasOwn(appearances, type) ? appearances[type as KnownType] : UNKNOWN;
}

/**
 * Returns the amount with its sign. A failed line moved nothing, so it has no sign. Pending money has not
 * arrived, so it has no plus sign.
 */
export function formatSignedAmount({
  statementType,
  status,
  amount,
}: Pick<StatementLine, 'statementType' | 'status' | 'amount'>): string {
  const appearance = findAppearance(statementType);
  const sign =
    status === 'FAILED' || (status === 'PENDING' && appearance.sign === '+') ? '' : appearance.sign;
  return sign + formatMoney(amount);
}

/**
 * Returns whether the line is an announced bank transfer that has not arrived. A transfer that arrives is
 * credited at once.
 */
export function isAnnounced({
  statementType,
  status,
  fromPlace,
}: Pick<StatementLine, 'statementType' | 'status' | 'fromPlace'>): boolean {
  return statementType === 'deposit' && status === 'PENDING' && fromPlace?.kind === 'bank';
}

/** Returns the description of the line's bonus, promotion, invite, refund or draw, if it has one. */
export function findDescription(line: StatementLine): string | undefined {
  const links = [line.bonus, line.promotion, line.invite, line.refund, line.luckydraw];
  return links.find((link) => link?.description)?.description;
}

/** Returns who acts next on a pending line, as far as the line itself shows it. */
export function findNextActor(line: StatementLine): 'member' | 'game' | 'gift' | 'bank' | 'house' {
  if (isAnnounced(line)) return 'member';
  if (line.statementType === 'transfer') return 'game';
  if (line.fromPlace?.kind === 'gift') return 'gift';
  return line.statementType === 'withdraw' && !line.canCancel ? 'bank' : 'house';
}

import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CircleHelp,
  Flag,
  Gift,
  type LucideIcon,
} from 'lucide-react';
import type { Statement } from '@/data/api/types';
import { formatMoney } from '@/ui/format/money';
import type { TileTone } from '@/ui/icon-tile';

export type KnownType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';

interface Look {
  label: KnownType | 'unknown';
  icon: LucideIcon;
  tone: TileTone;
  /** Plus for money in, minus for a withdrawal, none for what stays in the house. */
  sign: '+' | '\u2212' | '';
}

const looks: Record<KnownType, Look> = {
  deposit: { label: 'deposit', icon: ArrowDownToLine, tone: 'in', sign: '+' },
  bonus: { label: 'bonus', icon: Gift, tone: 'in', sign: '+' },
  finish_bonus: { label: 'finish_bonus', icon: Flag, tone: 'off', sign: '' },
  withdraw: { label: 'withdraw', icon: ArrowUpFromLine, tone: 'off', sign: '\u2212' },
  transfer: { label: 'transfer', icon: ArrowLeftRight, tone: 'info', sign: '' },
};

const unknown: Look = { label: 'unknown', icon: CircleHelp, tone: 'off', sign: '' };

/** A type that this version does not know yet gets a question mark, not a guess. */
export function lookOf(type: string): Look {
  return Object.hasOwn(looks, type) ? looks[type as KnownType] : unknown;
}

/** A failed line moved nothing, and what has not come yet is no plus: neither carries a sign. */
export function signedAmount({
  statementType,
  status,
  amount,
}: Pick<Statement, 'statementType' | 'status' | 'amount'>): string {
  const look = lookOf(statementType);
  const sign = status === 'FAILED' || (status === 'PENDING' && look.sign === '+') ? '' : look.sign;
  return sign + formatMoney(amount);
}

/** A transfer by bank that was announced, and that nobody has seen yet: one that was seen is credited at once. */
export function isAnnounced({
  statementType,
  status,
  fromPlace,
}: Pick<Statement, 'statementType' | 'status' | 'fromPlace'>): boolean {
  return statementType === 'deposit' && status === 'PENDING' && fromPlace?.kind === 'bank';
}

/** What a line is about, where it names a bonus, a promotion, an invite, a refund or a draw. */
export function descriptionOf(line: Statement): string | undefined {
  const links = [line.bonus, line.promotion, line.invite, line.refund, line.luckydraw];
  return links.find((link) => link?.description)?.description;
}

/** Who acts next on a line in progress, as far as the line itself says. */
export function actsNext(line: Statement): 'member' | 'game' | 'gift' | 'bank' | 'house' {
  if (isAnnounced(line)) return 'member';
  if (line.statementType === 'transfer') return 'game';
  if (line.fromPlace?.kind === 'gift') return 'gift';
  return line.statementType === 'withdraw' && !line.canCancel ? 'bank' : 'house';
}

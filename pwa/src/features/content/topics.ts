import { Flag, Gamepad2, Gift, RefreshCw, WalletMinimal, type LucideIcon } from 'lucide-react';
import type { TileTone } from '@/ui/icon-tile';

/** The topics of the most common questions, in the order in which new members meet them. */
export const topics = [
  { id: 'wallet', file: 'wallet', icon: WalletMinimal, tone: 'leaf' },
  { id: 'game', file: 'game', icon: Gamepad2, tone: 'sky' },
  { id: 'balance', file: 'balance', icon: RefreshCw, tone: 'yolk' },
  { id: 'bonus', file: 'bonus', icon: Gift, tone: 'pink' },
  { id: 'endBonus', file: 'end-bonus', icon: Flag, tone: 'sky' },
] as const satisfies { id: string; file: string; icon: LucideIcon; tone: TileTone }[];

export type Topic = (typeof topics)[number]['id'];

export const steps = ['one', 'two', 'three'] as const;

/** For a route's `validateSearch`: returns undefined for an unknown topic. */
export function parseTopic(value: unknown): Topic | undefined {
  return topics.find(({ id }) => id === value)?.id;
}

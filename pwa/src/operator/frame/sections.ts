import { History, MessageCircle, UsersRound, WalletMinimal, type LucideIcon } from 'lucide-react';
import type { Word } from '../i18n';
import type { Section } from '../session';

/** The name and icon of each section. */
export const SECTIONS: Record<Section, { icon: LucideIcon; name: Word }> = {
  inbox: { icon: MessageCircle, name: 'inbox.title' },
  queue: { icon: WalletMinimal, name: 'work.queue' },
  pairs: { icon: UsersRound, name: 'work.pairs' },
  log: { icon: History, name: 'work.log' },
};

import { History, MessageCircle, UsersRound, WalletMinimal, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../i18n';
import type { Section } from '../session';

/** The name and icon of each section. */
export const SECTIONS: Record<Section, { icon: LucideIcon; name: TextKey }> = {
  inbox: { icon: MessageCircle, name: 'inbox.title' },
  queue: { icon: WalletMinimal, name: 'work.queue' },
  proposals: { icon: UsersRound, name: 'work.pairs' },
  log: { icon: History, name: 'work.log' },
};

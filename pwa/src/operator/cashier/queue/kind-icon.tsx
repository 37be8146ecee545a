import { createElement } from 'react';
import {
  ArrowUpFromLine,
  CircleHelp,
  Dices,
  Gift,
  Hourglass,
  Landmark,
  LoaderPinwheel,
  OctagonPause,
  QrCode,
  ReceiptText,
  Scale,
  SearchX,
  Settings2,
  Trophy,
  Unplug,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { CashierItem } from '../wire';

const icons: Record<string, LucideIcon> = {
  SLIP: ReceiptText,
  UNMATCHED: SearchX,
  WITHDRAWAL: ArrowUpFromLine,
  PAYOUT: Hourglass,
  PAYOUTS: OctagonPause,
  GIFT: Gift,
  QR: QrCode,
  RETURN: Undo2,
  BONUS: Gift,
  DIFFERENCE: Unplug,
  RESTORED: Unplug,
  GAME_FOUND: Unplug,
  ADVANCE: Scale,
  LARGE_PRIZE: Trophy,
  UNEXPLAINED_WIN: Dices,
  GAME_SLOT: Dices,
  GAME_PLAY: Dices,
  GAME_CREDIT: Trophy,
};

const proposalIcons: Record<string, LucideIcon> = {
  ADJUSTMENT: Scale,
  PAYOUT_ACCOUNT: Landmark,
  DIFFERENCE: Unplug,
  NOBODYS_PAYOUT: Unplug,
  RELEASE_PAYOUTS: OctagonPause,
  RESTORED_PAYOUT: Unplug,
  FOUND_MOVE: Unplug,
  WRITE_OFF: Scale,
  SETTING: Settings2,
  OWN_ACCOUNT: Landmark,
  BANK: Landmark,
  SLOT: Dices,
  WHEEL: LoaderPinwheel,
  BONUS: Gift,
  PROMOTION: Gift,
  ACCEPT_WIN: Dices,
  BOOK_BACK_WIN: Dices,
  COUNT_PLAY: Dices,
};

interface KindIconProps {
  item: Pick<CashierItem, 'kind' | 'reason'>;
}

/** The icon of a kind, always shown next to the kind's name. A proposal has the icon of the proposed kind. */
export function KindIcon({ item: { kind, reason } }: KindIconProps) {
  return createElement((kind === 'PROPOSAL' ? proposalIcons[reason] : icons[kind]) ?? CircleHelp, {
    className: 'size-5 shrink-0 text-ink-2',
    strokeWidth: 1.9,
    'aria-hidden': true,
  });
}

import {
  ArrowUpFromLine,
  Gift,
  Hourglass,
  QrCode,
  ReceiptText,
  SearchX,
  Unplug,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { Kind } from '../wire';

/** Each kind by its drawing, always beside its name. */
export const kindIcons: Record<Kind, LucideIcon> = {
  SLIP: ReceiptText,
  UNMATCHED: SearchX,
  WITHDRAWAL: ArrowUpFromLine,
  PAYOUT: Hourglass,
  GIFT: Gift,
  QR: QrCode,
  RETURN: Undo2,
  DIFFERENCE: Unplug,
};

import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';

export type TileTone = 'in' | 'info' | 'off' | 'yolk' | 'pink' | 'leaf' | 'sky' | 'brand';

const tones: Record<TileTone, string> = {
  in: 'bg-in-soft text-in',
  info: 'bg-info-soft text-info',
  off: 'bg-off-soft text-ink',
  yolk: 'bg-tile-yolk text-tile-yolk-icon',
  pink: 'bg-tile-pink text-tile-pink-icon',
  leaf: 'bg-tile-leaf text-tile-leaf-icon',
  sky: 'bg-tile-sky text-tile-sky-icon',
  brand: 'bg-brand-soft text-brand-text',
};

export function IconTile({ icon: Icon, tone, muted }: { icon: LucideIcon; tone: TileTone; muted?: boolean }) {
  return (
    <span
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-field',
        tones[tone],
        muted && 'text-off',
      )}
      aria-hidden="true"
    >
      <Icon className="size-5" />
    </span>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Skeleton } from './skeleton';

const tones = {
  yolk: 'bg-tile-yolk text-tile-yolk-icon',
  pink: 'bg-tile-pink text-tile-pink-icon',
  leaf: 'bg-tile-leaf text-tile-leaf-icon',
  sky: 'bg-tile-sky text-tile-sky-icon',
};

interface TileProps {
  icon: LucideIcon;
  tone: keyof typeof tones;
  /** The text below the tile. */
  children: ReactNode;
  /** A small number at the corner. */
  badge?: ReactNode;
}

/** The visible content of a link or button that leads to a secondary feature. */
export function Tile({ icon: Icon, tone, children, badge }: TileProps) {
  return (
    <span className="flex flex-col items-center gap-1.5">
      <span className={cx('relative grid size-14 place-items-center rounded-button', tones[tone])}>
        <Icon aria-hidden="true" className="size-6" />
        {badge !== undefined && (
          <span className="absolute -top-1.5 -right-2.5 rounded-full border-2 border-bg bg-yolk px-1.5 text-micro font-semibold text-yolk-ink">
            {badge}
          </span>
        )}
      </span>
      <span className="text-center text-small text-pretty">{children}</span>
    </span>
  );
}

/** A placeholder of a tile's size, shown until it is known whether the tile appears. */
export function TilePlaceholder() {
  return (
    <span className="late grid min-w-0 content-start justify-center" aria-hidden="true">
      <Skeleton className="size-14 rounded-button" />
    </span>
  );
}

/**
 * The classes of the link or button around a tile. They align its content at the top. Otherwise it would be
 * lower than in a neighbour whose text has two lines.
 */
export const tileClass = 'press grid min-h-11 min-w-0 content-start rounded-button';

import type { ReactNode } from 'react';
import { cx } from './cx';

/*
 * The paths of the pocket's top edge with its notch. The notch is a circle of radius 36 centred on the edge,
 * with rounded corners of radius 15. The hem is 8 below the edge. Both paths extend far beyond the pocket on
 * either side and are clipped, so one drawing fits every width.
 */
const cloth =
  'M-2000 0H-48.74A15 15 0 0 1-34.41 10.59A36 36 0 0 0 34.41 10.59A15 15 0 0 1 48.74 0H2000V2000H-2000Z';
const hem = 'M-2000 8H-48.74A7 7 0 0 1-42.05 12.94A44 44 0 0 0 42.05 12.94A7 7 0 0 1 48.74 8H2000';

interface PocketProps {
  /** The panel's colour, as a `fill-` class. */
  cloth: string;
  /** The hem's colour, as a `text-` class. */
  hem: string;
  /** Shown in the notch, centred on the edge: the round button. */
  notchContent?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A darker panel whose top edge has a thumb notch, 66 px from the right. */
export function Pocket({ cloth: fill, hem: stroke, notchContent, className, children }: PocketProps) {
  return (
    <div className="relative">
      <div className="absolute inset-0 overflow-hidden" aria-hidden="true">
        <svg className="absolute top-0 right-[66px] size-px overflow-visible">
          <path d={cloth} className={fill} />
        </svg>
      </div>
      <div
        className="pointer-events-none absolute inset-x-3.5 inset-y-0 z-10 overflow-hidden"
        aria-hidden="true"
      >
        <svg className={cx('absolute top-0 right-[52px] size-px overflow-visible', stroke)}>
          <path
            d={hem}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeDasharray="7 5"
            strokeLinecap="round"
          />
        </svg>
      </div>
      {notchContent && (
        <div className="absolute top-0 right-[66px] z-20 translate-x-1/2 -translate-y-1/2">
          {notchContent}
        </div>
      )}
      <div className={cx('relative', className)}>{children}</div>
    </div>
  );
}

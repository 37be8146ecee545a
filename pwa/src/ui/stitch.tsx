import { cx } from './cx';

/** A stitched line: the separator inside cards. */
export function Stitch({ className }: { className?: string }) {
  return (
    <div className={cx('text-line', className)} aria-hidden="true">
      <svg className="block h-0.5 w-full overflow-visible">
        <line
          x1="1"
          y1="1"
          x2="100%"
          y2="1"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray="6 5"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}

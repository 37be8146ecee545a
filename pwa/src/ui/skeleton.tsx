import { cx } from './cx';
import { StitchedCard } from './card';

/**
 * A placeholder in the shape of the content. Its container has the class `late`, so it appears after 200 ms.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block animate-pulse bg-skeleton', className)} aria-hidden="true" />;
}

/** Placeholder rows of the size of statement lines. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <StitchedCard className="late" inset="ml-13">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex items-center gap-3 py-4">
          <Skeleton className="size-10 shrink-0 rounded-field" />
          <div className="flex-1 space-y-2">
            <Skeleton className={cx('h-3.5 rounded-full', i % 2 ? 'w-20' : 'w-28')} />
            <Skeleton className={cx('h-3 rounded-full', i % 2 ? 'w-32' : 'w-40')} />
          </div>
          <Skeleton className="h-3.5 w-16 rounded-full" />
        </div>
      ))}
    </StitchedCard>
  );
}

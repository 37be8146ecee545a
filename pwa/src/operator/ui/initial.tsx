import { cx } from '@/ui/cx';

/** An operator's tile with their initial. */
export function Initial({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center rounded-[12px] bg-tile-pink font-bold text-tile-pink-icon uppercase',
        className,
      )}
      aria-hidden="true"
    >
      {[...name][0]}
    </span>
  );
}

import type { Slot } from '@/data/api/types';
import { Lock } from 'lucide-react';
import { cx } from '@/ui/cx';

/** Shows a game's logo. */
export function SlotLogo({ slot, className }: { slot: Pick<Slot, 'logo'>; className?: string }) {
  return (
    <img
      src={slot.logo}
      alt=""
      width={72}
      height={72}
      loading="lazy"
      decoding="async"
      className={cx('shrink-0 bg-sunken object-cover', className)}
    />
  );
}

/**
 * Shows a game's background picture in a frame, so that bright pictures do not dominate the page. `dim` makes
 * it paler and adds a lock, for a game without an account.
 */
export function SlotArt({
  slot,
  dim,
  className,
}: {
  slot: Pick<Slot, 'background'>;
  dim?: boolean;
  className?: string;
}) {
  return (
    <span className="relative block w-full">
      <img
        src={slot.background}
        alt=""
        width={340}
        height={160}
        loading="lazy"
        decoding="async"
        className={cx('block w-full rounded-[16px] bg-sunken object-cover', dim && 'opacity-60', className)}
      />
      {dim && (
        <span
          className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-surface text-ink-2"
          aria-hidden="true"
        >
          <Lock className="size-4" />
        </span>
      )}
    </span>
  );
}

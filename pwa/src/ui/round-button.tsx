import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';

const disc = 'grid place-items-center size-14 rounded-full bg-yolk text-yolk-ink';

interface RoundButtonProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  /** The icon turns while this is true. A turn that has started is completed. */
  turning?: boolean;
}

/** The round button of a card. Its icon can turn. */
export function RoundButton({ icon: Icon, label, onClick, turning }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={turning || undefined}
      onClick={onClick}
      className={cx('press shadow-[0_8px_20px_-6px_var(--shade-2)]', disc)}
    >
      <Icon
        className={cx('size-6.5', turning && 'animate-turn [animation-iteration-count:infinite]')}
        aria-hidden="true"
      />
    </button>
  );
}

/** A drawing of the same button, without an action. */
export function RoundMark({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className={disc} aria-hidden="true">
      <Icon className="size-6.5" />
    </span>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx';

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** The action, for screen readers. */
  label: string;
  iconClass?: string;
}

/** A 44 px button around a 22 px icon. */
export function IconButton({ icon: Icon, label, iconClass, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx('press grid size-11 shrink-0 place-items-center rounded-field', className)}
    >
      <Icon className={cx('size-5.5', iconClass)} aria-hidden="true" />
    </button>
  );
}

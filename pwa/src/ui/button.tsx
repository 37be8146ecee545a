import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'tonal' | 'quiet' | 'danger' | 'plain' | 'second';

const shape = 'press inline-grid select-none place-items-center text-center';

const variants: Record<ButtonVariant, string> = {
  primary: 'min-h-13 rounded-button bg-brand px-5 text-button font-semibold text-brand-ink',
  second: 'min-h-13 rounded-button bg-surface px-4 text-button font-semibold text-ink shadow-e1',
  tonal: 'min-h-11 rounded-field bg-brand-soft px-4 text-body font-semibold text-brand-text',
  quiet: 'min-h-11 rounded-field px-4 text-body font-medium text-ink-2',
  danger: 'min-h-11 rounded-field px-4 text-body font-semibold text-failed',
  plain: 'min-h-11 rounded-field bg-surface px-4 text-body font-semibold text-ink shadow-e1',
};

const resting = 'disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none';

/** Returns the classes of a button, for links that look like a button. */
export function buttonClass(variant: ButtonVariant = 'primary', block = false): string {
  return cx(shape, variants[variant], block && 'w-full');
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  block?: boolean;
  icon?: LucideIcon;
  /** While true the button shows `busyLabel`, keeps its width and ignores taps. */
  busy?: boolean;
  busyLabel?: string;
}

/** A button. While busy it keeps the focus but ignores taps, so that nothing is done twice. */
export function Button(props: ButtonProps) {
  const {
    variant = 'primary',
    block,
    icon: Icon,
    busy,
    busyLabel,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      className={cx(buttonClass(variant, block), resting, className)}
    >
      <ButtonFace className={cx(busy && 'late-go')}>
        {Icon && <Icon className="size-5 shrink-0" aria-hidden="true" />}
        {children}
      </ButtonFace>
      {busy !== undefined && (
        <ButtonFace className={busy ? 'late-come' : 'invisible'}>
          <Spinner />
          {busyLabel ?? children}
        </ButtonFace>
      )}
    </button>
  );
}

/**
 * Puts the label and the busy label into one grid cell, so that the wider label sets the width. Taps are
 * ignored at once; the busy label appears after a noticeable wait.
 */
function ButtonFace({ className, children }: ComponentProps<'span'>) {
  return (
    <span className={cx('flex items-center justify-center gap-2.5 [grid-area:1/1]', className)}>
      {children}
    </span>
  );
}

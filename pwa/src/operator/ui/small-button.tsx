import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/spinner';
import { shortcutOf, type KeyName } from '../frame/keys';
import { Keys } from './kbd';

interface SmallButtonProps extends ComponentProps<'button'> {
  icon?: LucideIcon;
  /** The key with the same effect. */
  shortcut?: KeyName;
  tone?: 'plain' | 'brand' | 'quiet' | 'danger';
  busy?: boolean;
}

const tones = {
  plain: 'bg-sunken text-ink',
  brand: 'bg-brand text-brand-ink',
  quiet: 'text-ink-2',
  danger: 'text-failed',
};

/** A smaller button for the console: 36 px high, with a target of 44 px. */
export function SmallButton({
  icon: Icon,
  shortcut,
  tone = 'plain',
  busy,
  className,
  children,
  ...rest
}: SmallButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut && shortcutOf(shortcut)}
      aria-busy={busy || undefined}
      {...rest}
      disabled={rest.disabled || busy}
      className={cx(
        'press tap flex min-h-9 items-center justify-center gap-2 rounded-[12px] px-3 text-small font-semibold whitespace-nowrap disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none',
        tones[tone],
        className,
      )}
    >
      {busy ? (
        <Spinner className="size-4" />
      ) : (
        Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />
      )}
      {children}
      {shortcut && <Keys of={shortcut} />}
    </button>
  );
}

import { Fragment, type ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { KEYS, type KeyName } from '../frame/keys';
import { useTexts } from '../i18n';
import { Keys } from './kbd';

/** Shows the keys of a list in one line below it. `children` follow at the end of the line. */
export function KeyHints({
  keys,
  className = 'px-5',
  children,
}: {
  keys: readonly KeyName[];
  className?: string;
  children?: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <p
      className={cx(
        'flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-2.5 text-micro text-ink-2 max-md:hidden pointer-coarse:hidden',
        className,
      )}
    >
      {keys.map((name) => (
        <Fragment key={name}>
          <Keys of={name} />
          {t(KEYS[name].does)}
        </Fragment>
      ))}
      {children !== undefined && <span className="flex-1" />}
      {children}
    </p>
  );
}

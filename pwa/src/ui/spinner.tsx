import { cx } from './cx';

/**
 * A turning arc that appears after 200 ms. Screen readers skip it, because the text next to it describes the
 * activity.
 */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg className={cx('late-spin size-5', className)} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

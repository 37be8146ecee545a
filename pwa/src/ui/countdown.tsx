import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { useCountdown } from './use-countdown';

/** From this many seconds on, the remaining time is marked as short. */
const SHORT = 60;
const LAST = 10;

interface CountdownProps {
  /** The end, in milliseconds of `now`'s clock. */
  until: number;
  now: () => number;
  /** The full time in seconds: a full ring. */
  whole: number;
  label: string;
  small?: boolean;
}

/**
 * Shows the remaining time as a ring and as mm:ss. Screen readers announce it only twice, at 60 and at 10
 * seconds.
 */
export function Countdown({ until, now, whole, label, small }: CountdownProps) {
  const { t } = useTranslation('ui');
  const left = useCountdown(until, now);
  const short = left <= SHORT;
  const announced = left <= 0 || !short ? 0 : left <= LAST ? LAST : SHORT;
  return (
    <div className="flex items-center gap-3">
      <Ring
        share={Math.min(1, left / whole)}
        className={cx(small ? 'size-8' : 'size-11', short ? 'text-pending' : 'text-yolk')}
      />
      <div role="timer" aria-live="off">
        <p className={cx('font-bold', small ? 'text-h3' : 'text-h2', short && 'text-pending')}>
          {formatCountdown(left)}
        </p>
        <p className="text-small text-ink-2">{label}</p>
      </div>
      <span role="status" className="sr-only">
        {announced > 0 && t('secondsLeft', { count: announced })}
      </span>
    </div>
  );
}

/** mm:ss */
export function formatCountdown(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

function Ring({ share, className }: { share: number; className: string }) {
  return (
    <svg
      viewBox="0 0 44 44"
      fill="none"
      strokeWidth="5"
      className={cx('shrink-0 -rotate-90', className)}
      aria-hidden="true"
    >
      <circle cx="22" cy="22" r="19" className="stroke-line" />
      <circle
        cx="22"
        cy="22"
        r="19"
        stroke="currentColor"
        strokeLinecap="round"
        pathLength="1"
        strokeDasharray="1"
        strokeDashoffset={1 - share}
      />
    </svg>
  );
}

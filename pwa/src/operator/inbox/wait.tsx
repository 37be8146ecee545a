import { Clock } from 'lucide-react';
import { cx } from '@/ui/cx';
import { useTexts } from '../i18n';
import { useNow } from '../ui/use-now';
import { LONG_WAIT_MS, waitText } from './wait-time';

interface WaitProps {
  since: string;
  /** True to show a label before the time, if no column heading names it. */
  isNamed?: boolean;
  className?: string;
}

/** How long a customer has waited. A long wait differs in colour, icon and weight. */
export function WaitTime({ since, isNamed, className }: WaitProps) {
  const { t } = useTexts();
  const ms = useNow() - Date.parse(since);
  const isLong = ms >= LONG_WAIT_MS;
  const text = waitText(ms, t);
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-1',
        isLong ? 'font-semibold text-pending' : 'text-ink-2',
        className,
      )}
    >
      {isLong && <Clock className="size-3.5" strokeWidth={2.4} aria-hidden="true" />}
      <span>
        <span className={isNamed ? undefined : 'sr-only'}>{t(isLong ? 'wait.long' : 'wait.for')} </span>
        {text}
      </span>
    </span>
  );
}

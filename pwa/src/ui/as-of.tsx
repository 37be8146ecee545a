import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n/locales';
import { Chip } from './chip';
import { dayOf, formatClock, formatDay } from './format/time';
import { timeNow, watchTime } from './now';

const OLD_MS = 5 * 60_000;

interface AsOfProps {
  at: Date | null;
  offline: boolean;
  /** The grey that fits the background, as a `text-` class. */
  tone?: string;
}

/**
 * Shows the time of a value. A recent value has plain text. If the app is offline or the value is older than
 * five minutes, it is a chip with a clock. A time in the future counts by its distance too, because a clock
 * was changed.
 */
export function AsOf({ at, offline, tone = 'text-ink-2' }: AsOfProps) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const now = useNow();
  if (!at) return null;
  const clock = formatClock(at);
  const time = dayOf(at) === dayOf(now) ? clock : `${formatDay(at, locale, now)} ${clock}`;
  const text = t('asOf', { time });
  if (offline || Math.abs(now - at.getTime()) > OLD_MS) {
    return (
      <Chip tone="yolk" icon={Clock}>
        {text}
      </Chip>
    );
  }
  return <span className={`text-small ${tone}`}>{text}</span>;
}

function useNow(): number {
  const [now, setNow] = useState(timeNow);
  useEffect(() => {
    const update = () => setNow(timeNow());
    const timer = setInterval(update, 30_000);
    const stop = watchTime(update);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return now;
}

import { cx } from '@/ui/cx';
import { formatDay, isToday, isYesterday } from '@/ui/format/time';
import { useSide } from './side';

export function DayHead({ moment }: { moment: string }) {
  const { say, locale, isDense } = useSide();
  return (
    <div
      role="listitem"
      className={cx('pt-1 pb-3 text-center text-ink-2', isDense ? 'text-micro' : 'text-small')}
    >
      {isToday(moment) ? say('today') : isYesterday(moment) ? say('yesterday') : formatDay(moment, locale)}
    </div>
  );
}

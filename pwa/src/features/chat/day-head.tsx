import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n/use-locale';
import { formatDay, isToday, isYesterday } from '@/ui/format/time';

export function DayHead({ moment }: { moment: string }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  return (
    <div role="listitem" className="pt-1 pb-3 text-center text-small text-ink-2">
      {isToday(moment) ? t('today') : isYesterday(moment) ? t('yesterday') : formatDay(moment, locale)}
    </div>
  );
}

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMonths } from '@/data/domains/statement/use-statement';
import { useLocale, type Locale } from '@/i18n/locales';
import { Button } from '@/ui/button';
import { formatDay } from '@/ui/format/time';
import { useBackLayer } from '@/ui/layers';

const MonthSheet = lazy(() => import('./month-sheet'));

interface MonthChoiceProps {
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}

/** Selects a month, from the current one back to the month of the first statement line. */
export function MonthChoice({ value, onChange }: MonthChoiceProps) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  useBackLayer(open, () => setOpen(false));
  const known = useMonths();
  const months = value && !known.includes(value) ? [...known, value] : known;
  const rows = [
    { value: '', label: t('filter.anyMonth') },
    ...months.map((month) => ({
      value: month,
      label: formatMonth(month, locale),
    })),
  ];
  const choose = (next: string) => {
    setOpen(false);
    onChange(next || undefined);
  };
  return (
    <>
      <Button
        variant="plain"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${t('filter.month')} · ${value ? formatMonth(value, locale) : t('filter.anyMonth')}`}
        onClick={() => setOpen(true)}
        className="pr-3 text-small"
      >
        {value ? formatMonth(value, locale) : t('filter.anyMonth')}
        <ChevronDown className="size-4.5 text-ink-2" aria-hidden="true" />
      </Button>
      <Suspense>
        {wasOpened && (
          <MonthSheet
            open={open}
            rows={rows}
            value={value ?? ''}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns the short name and the year of a month, for example "พ.ย. 2026". */
function formatMonth(month: string, locale: Locale): string {
  return formatDay(`${month}-15`, locale, 0).replace(/^\d+ /, '');
}

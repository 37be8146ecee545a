import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { localeNames, useLocale } from '@/i18n/locales';
import { showSheet } from '@/nav/sheets';
import { cx } from '@/ui/cx';

export function LanguagePill({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { name, short } = localeNames[useLocale()];
  return (
    <button
      type="button"
      // Contains the visible text, so that voice control finds the button.
      aria-label={t('language.change', { name: name.includes(short) ? name : `${name}, ${short}` })}
      aria-haspopup="dialog"
      onClick={() => showSheet('language')}
      className={cx(
        'press tap flex min-h-9 shrink-0 items-center gap-1.5 rounded-full px-3 text-[min(0.875rem,6vw)] leading-[1.57] font-medium',
        className,
      )}
    >
      <Globe className="size-4.5" strokeWidth={1.8} aria-hidden="true" />
      {short}
      <ChevronDown className="size-4" aria-hidden="true" />
    </button>
  );
}

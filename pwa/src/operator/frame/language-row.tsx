import { setLocale } from '@/data/locale';
import { localeNames, type Locale } from '@/i18n/locales';
import { cx } from '@/ui/cx';
import { toast } from '@/ui/toast';
import { speak, useWords } from '../i18n';

/** Each in its own script. */
export function LanguageRow() {
  const { say, locale } = useWords();
  const choose = async (next: Locale) => {
    if (await speak(next)) setLocale(next);
    else toast.error(say('me.languageFailed'));
  };
  return (
    <div role="group" aria-label={say('me.language')} className="flex justify-center gap-1 pt-4">
      {(Object.keys(localeNames) as Locale[]).map((value) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={value === locale}
          onClick={() => void choose(value)}
          className={cx(
            'press min-h-11 rounded-field px-3.5',
            value === locale ? 'font-semibold text-brand-text' : 'text-ink-2',
          )}
        >
          {localeNames[value].name}
        </button>
      ))}
    </div>
  );
}

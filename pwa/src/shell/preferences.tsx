import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { localeNames, useLocale } from '@/i18n/locales';
import { showSheet } from '@/nav/sheets';
import { Segmented } from '@/ui/segmented';
import { setTheme, useTheme, type Theme } from '../ui/theme';
import { PushPreference } from './push-preference';

const themes: Theme[] = ['system', 'light', 'dark'];

/** Theme, language and notifications of the app on this phone. */
export function Preferences() {
  const { t } = useTranslation();
  const theme = useTheme();
  const locale = useLocale();
  return (
    <>
      <div>
        <p className="mb-1.5 text-small text-ink-2" aria-hidden="true">
          {t('preferences.theme')}
        </p>
        <Segmented
          label={t('preferences.theme')}
          options={themes.map((value) => ({ value, label: t(`preferences.themes.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => showSheet('language')}
        className="press flex min-h-11 w-full items-center gap-3 text-left"
      >
        <span className="flex-1">{t('preferences.language')}</span>
        <span className="text-ink-2">{localeNames[locale].name}</span>
        <ChevronRight className="size-5 text-ink-2" aria-hidden="true" />
      </button>
      <PushPreference />
    </>
  );
}

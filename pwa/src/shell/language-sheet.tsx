import { useTranslation } from 'react-i18next';
import { setLocale } from '@/data/device/locale';
import { showLocale } from '@/i18n';
import { localeNames, useLocale, type Locale } from '@/i18n/locales';
import { RadioRows, type RadioRow } from '@/ui/radio-rows';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';

const rows = Object.entries(localeNames).map(([value, { name }]) => ({
  value,
  label: name,
  lang: value,
})) as RadioRow<Locale>[];

export default function LanguageSheet() {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = async (next: Locale) => {
    if (await showLocale(next)) setLocale(next);
    else toast.error(t('language.failed'));
  };
  return (
    <SheetPage title={t('language.title')}>
      <RadioRows
        label={t('language.title')}
        rows={rows}
        value={locale}
        onChange={(next) => void choose(next)}
      />
    </SheetPage>
  );
}

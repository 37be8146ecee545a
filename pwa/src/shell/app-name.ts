import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '@/data/engine/resources/use-resource';

/** Returns the site's name for the app. Until that is known, returns the built-in name. */
export function useAppName(): string {
  const { t } = useTranslation();
  const { data } = useResource('info');
  const name = data?.name || t('appName');
  useEffect(() => {
    document.title = name;
  }, [name]);
  return name;
}

/**
 * Classes of the app's name in a page header. It grows less than other text with the user's text size,
 * because the language button is next to it. A long name wraps to two lines.
 */
export const nameClass = 'min-w-0 py-1 text-[min(1.0625rem,6vw)] leading-[1.53] font-semibold break-words';

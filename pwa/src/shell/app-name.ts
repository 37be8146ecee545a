import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '@/data/engine/resources/use-resource';

/** The operator's name for the app, or our own until it is known. */
export function useAppName(): string {
  const { t } = useTranslation();
  const { data } = useResource('info');
  const name = data?.name || t('appName');
  useEffect(() => {
    document.title = name;
  }, [name]);
  return name;
}

/** The app's name in a head. Beside the language it grows less than other text, and a long name breaks into two lines. */
export const nameClass = 'min-w-0 py-1 text-[min(1.0625rem,6vw)] leading-[1.53] font-semibold break-words';

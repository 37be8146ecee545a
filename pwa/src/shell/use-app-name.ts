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

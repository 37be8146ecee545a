import i18next from 'i18next';

/** Adds Thai texts that are loaded with the first screen that shows them, and not with the app. */
export function addLater(namespace: string, texts: object): void {
  const add = () => void i18next.addResourceBundle('th', namespace, texts);
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
}

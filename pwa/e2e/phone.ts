/** The phone that every journey uses, as options of a page and as a full browser. */
import { chromium, type BrowserContext, type PlaywrightTestOptions } from '@playwright/test';
import { chromiumArgs } from './chromium';

type PhoneOptions = Pick<PlaywrightTestOptions, 'viewport' | 'locale' | 'timezoneId'> & {
  hasTouch: boolean;
  isMobile: boolean;
  launchOptions: { executablePath?: string; args: string[] };
};

/**
 * Returns the options of a phone of 390 by 844 in Bangkok. Chromium's path is known once the global setup has
 * run.
 */
export function phoneOptions(): PhoneOptions {
  return {
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    hasTouch: true,
    isMobile: true,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs() },
  };
}

/**
 * Opens a browser that stores its data in `folder`. Opened again with the same
 * folder, the browser has the same data.
 * It allows the service worker, which a test's own options would block.
 */
export function openPhone(folder: string, options: { offline?: boolean } = {}): Promise<BrowserContext> {
  const { launchOptions, ...use } = phoneOptions();
  const worker = { serviceWorkers: 'allow' } as const;
  return chromium.launchPersistentContext(folder, { ...use, ...launchOptions, ...worker, ...options });
}

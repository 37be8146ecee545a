/** The phone that every journey runs on, as options of a page and as a full browser. */
import { chromium, type BrowserContext, type PlaywrightTestOptions } from '@playwright/test';
import { chromiumArgs } from './chromium';

type PhoneOptions = Pick<PlaywrightTestOptions, 'viewport' | 'locale' | 'timezoneId'> & {
  hasTouch: boolean;
  isMobile: boolean;
  launchOptions: { executablePath?: string; args: string[] };
};

/** A phone of 390 by 844 in Bangkok. The path is known once the global setup has run. */
export function phone(): PhoneOptions {
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
 * A browser that stores its data in `folder`: closed and opened again it is the same phone. It allows the
 * service worker, which a test's own options would block.
 */
export function openPhone(folder: string, options: { offline?: boolean } = {}): Promise<BrowserContext> {
  const { launchOptions, ...use } = phone();
  const worker = { serviceWorkers: 'allow' } as const;
  return chromium.launchPersistentContext(folder, { ...use, ...launchOptions, ...worker, ...options });
}

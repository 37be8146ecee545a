/** Checks a screen in every size and text size, and reports what users should not see. */
import type { Page } from '@playwright/test';
import { serverUrls } from '../server';
import type { Shot } from '../screens-chat';
import type { Locale } from '../screens-texts';
import { checkWithAxe, type Finding } from './axe-check';
import { installLayout } from './layout';
import {
  addBrokenWordCheck,
  addCoveredTextCheck,
  addCutTextChecks,
  addTextOutsideBackgroundCheck,
} from './text-checks';
import {
  addFloatingItemCheck,
  addFoldCheck,
  addReachCheck,
  addSidewaysCheck,
  addTargetSizeCheck,
} from './touch-checks';

export interface Size {
  width: number;
  height: number;
}

/** The sizes and text sizes in which a screen is checked. */
export interface Views {
  sizes: readonly Size[];
  /**
   * The user's text size in percent. It is set as the root's font size, in percent of its own. Chrome on
   * Android does the same for the phone's font size (`text-scale` in the page's head), and browsers do so for
   * their default font size. The viewport stays as it is.
   */
  textSizes: readonly number[];
}

const DEFAULT_SIZE: Size = { width: 390, height: 844 };
const PAGE_SCRIPTS = [
  installLayout,
  addCutTextChecks,
  addBrokenWordCheck,
  addTextOutsideBackgroundCheck,
  addCoveredTextCheck,
  addSidewaysCheck,
  addReachCheck,
  addTargetSizeCheck,
  addFloatingItemCheck,
  addFoldCheck,
];
/** In ms. Until then an opening sheet has opened and the page's fonts have loaded. */
const SETTLED_MS = 350;

/** ScreenChecker checks screens in all its views, and collects the findings. */
export class ScreenChecker {
  /** The findings by their text, with every view in which they occurred. */
  readonly found = new Map<string, Set<string>>();

  private constructor(
    private readonly views: Views,
    private readonly locale: Locale,
  ) {}

  static async on(page: Page, locale: Locale, views: Views): Promise<ScreenChecker> {
    const checker = new ScreenChecker(views, locale);
    await checker.preparePage(page);
    return checker;
  }

  /** Adds the checks to the pages of this page's context, and sets their locale. */
  async preparePage(page: Page): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const context = page.context();
    for (const script of PAGE_SCRIPTS) await context.addInitScript(script);
    await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), this.locale);
    await context.addCookies([{ name: 'locale', value: this.locale, url: serverUrls.app }]);
  }

  /** Returns a function that checks a screen. It takes pictures only if LOOK_PICTURES is set. */
  screenCheck(page: Page): Shot {
    return async (screen, of = page) => {
      // A smaller screen with a focused field would count as an open keyboard.
      await of.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await of.evaluate(() => document.fonts.ready);
      await of.waitForTimeout(SETTLED_MS);
      for (const [index, size] of this.views.sizes.entries()) {
        await of.setViewportSize(size);
        if (index === 0) this.note(screen, 'by axe', await checkWithAxe(of));
        for (const textSize of this.views.textSizes) await this.checkView(of, screen, size, textSize);
      }
      await this.resetView(of);
    };
  }

  private async checkView(
    page: Page,
    screen: string,
    { width, height }: Size,
    textSize: number,
  ): Promise<void> {
    const view = `${width}x${height} ${textSize}%`;
    const findings = await page.evaluate(inspect, textSize);
    this.note(screen, view, findings);
    const folder = process.env.LOOK_PICTURES;
    const wanted = process.env.LOOK_ALL_PICTURES || findings.length > 0;
    if (folder && wanted)
      await page.screenshot({
        path: `${folder}/${screen}-${this.locale}-${width}-${textSize}.png`,
        scale: 'css',
      });
  }

  private note(screen: string, view: string, findings: Finding[]): void {
    for (const { check, what } of findings) {
      const key = `${screen} (${this.locale}): ${check}: ${what}`;
      this.found.set(key, (this.found.get(key) ?? new Set()).add(view));
    }
  }

  private async resetView(page: Page): Promise<void> {
    await page.setViewportSize(DEFAULT_SIZE);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
      for (const each of document.querySelectorAll('*'))
        each.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    });
  }

  /** Returns one line per fault: the first views in which it occurred, and how many others. */
  report(): string[] {
    return [...this.found].map(
      ([key, views]) =>
        `${key} [${[...views].slice(0, 4).join(', ')}${views.size > 4 ? ` and ${views.size - 4} more` : ''}]`,
    );
  }
}

/** Runs in the page. Checks it without scrolling, then at several scroll positions. */
async function inspect(textSize: number): Promise<Finding[]> {
  // A browser under load may render nothing for a while; the layout can be measured anyway.
  const frame = () =>
    Promise.race([
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ]);
  document.documentElement.style.fontSize = `${textSize}%`;
  for (const each of document.querySelectorAll('*')) each.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  // A toast covers the page only for a moment, so what it covers is no finding. The launch page of a game
  // is not part of the app, and has no toasts.
  const toasts = document.querySelector<HTMLElement>('[data-toasts]');
  if (toasts) toasts.style.visibility = 'hidden';
  await frame();
  const floatingItemCheck = 'a floating item covers something';
  const found: Finding[] = [];
  // On a busy machine a floating item moves aside a little later. Only a finding that remains counts.
  const note = async (check: string) => {
    if (layout.checks[check]!().length > 0) await new Promise((resolve) => setTimeout(resolve, 400));
    found.push(...layout.checks[check]!().map((what) => ({ check, what })));
  };
  for (const check of Object.keys(layout.checks)) {
    if (check !== floatingItemCheck) await note(check);
  }
  // Checks the page at its top, in between, and at its end. Floating items have moved aside before each
  // check.
  const page = document.scrollingElement!;
  for (const share of [0, 0.37, 1]) {
    page.scrollTo({ top: (page.scrollHeight - page.clientHeight) * share, behavior: 'instant' });
    await frame();
    await frame();
    await note(floatingItemCheck);
  }
  page.scrollTo({ top: 0, behavior: 'instant' });
  return [...new Map(found.map((each) => [each.check + each.what, each])).values()];
}

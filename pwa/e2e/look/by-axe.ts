/** What axe finds on a screen: WCAG 2.0 to 2.2, A and AA, and what it holds for good practice. */
import { AxeBuilder } from '@axe-core/playwright';
import type { RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

export interface Finding {
  check: string;
  what: string;
}

/** What is in order is not written down: that takes longer than looking. */
const FAULTS_ONLY = { resultTypes: ['violations'], iframes: false, selectors: false } satisfies RunOptions;

/** All rules where it is light. In the dark nothing is another than the colours. */
export async function byAxe(page: Page): Promise<Finding[]> {
  const rules = { 'target-size': { enabled: true } };
  const found = await run(new AxeBuilder({ page }).options({ ...FAULTS_ONLY, rules }));
  await paint(page, 'dark');
  const inTheDark = new AxeBuilder({ page }).options({ ...FAULTS_ONLY, runOnly: ['color-contrast'] });
  found.push(...(await run(inTheDark, ' in the dark')));
  await paint(page, 'light');
  return found;
}

async function run(axe: AxeBuilder, where = ''): Promise<Finding[]> {
  // The page has no frames to reckon with, for which a page of its own would be opened each time.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => ({
      check: `axe ${id}${where}`,
      what: `${html.slice(0, 160)} ${any[0]?.message ?? ''}`.trim(),
    })),
  );
}

/** Grounds fade from one colour to the other: what is looked at is the end of it. */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const frame = () =>
      Promise.race([
        new Promise((resolve) => requestAnimationFrame(resolve)),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    await frame();
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(fading.map((each) => each.finished));
  });
}

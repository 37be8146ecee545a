/** Checks a screen with axe: WCAG 2.0 to 2.2, A and AA, and axe's best practices. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

export interface Finding {
  check: string;
  what: string;
}

/** Passed checks are not reported: reporting takes longer than checking. */
const FAULTS_ONLY = { resultTypes: ['violations'], iframes: false, selectors: false } satisfies RunOptions;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs all rules in the light theme. The dark theme differs only in colours. */
export async function checkWithAxe(page: Page): Promise<Finding[]> {
  await finishTransitions(page);
  const found = await runTwice(page, { ...FAULTS_ONLY, rules: { 'target-size': { enabled: true } } });
  await setColorScheme(page, 'dark');
  found.push(...(await runTwice(page, { ...FAULTS_ONLY, runOnly: ['color-contrast'] }, ' in the dark')));
  await setColorScheme(page, 'light');
  return found;
}

/**
 * Runs axe on the page. The library is loaded once per document, because the browser parses half a megabyte
 * each time.
 */
async function runTwice(page: Page, options: RunOptions, where = ''): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const first = await runAxe(page, options, where);
  if (first.length === 0) return first;
  // axe checks one element after the other, while a message may change from "sending" to "not sent". Colours
  // of two different moments are no fault. So only a finding that occurs twice counts.
  await finishTransitions(page);
  const second = await runAxe(page, options, where);
  return second.filter((finding) =>
    first.some(({ check, what }) => check === finding.check && what === finding.what),
  );
}

async function runAxe(page: Page, options: RunOptions, where: string): Promise<Finding[]> {
  const { violations } = await page.evaluate(
    (of) => (globalThis as unknown as { axe: { run: (o: object) => Promise<AxeResults> } }).axe.run(of),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => ({
      check: `axe ${id}${where}`,
      what: `${html.slice(0, 160)} ${any[0]?.message ?? ''}`.trim(),
    })),
  );
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await finishTransitions(page);
}

/**
 * Finishes colour transitions, for example after a button was disabled, because only the final colours count.
 * They are finished by script, since each frame of a transition costs as much as a check.
 */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      Promise.race([
        new Promise((resolve) => requestAnimationFrame(resolve)),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    const fading = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    // On a busy machine a transition may begin when another ends.
    for (let still = 0; still < 2;) {
      await frame();
      const under = fading();
      for (const each of under) each.finish();
      still = under.length === 0 ? still + 1 : 0;
    }
  });
}

import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * A Playwright reporter. At the very end it prints why each journey failed and what its page showed. Often
 * only the end of a long log is kept.
 */
export default class FailureSummary implements Reporter {
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const reasons = result.errors.map((error) => summarizeError(error.message ?? error.value ?? ''));
    this.#failed.push(
      `${test.titlePath().slice(2).join(' › ')}: try ${result.retry + 1} ${result.status}: ${reasons.join('; ')}${readLastPage(result)}`,
    );
  }

  async onEnd(): Promise<void> {
    for (const line of this.#failed) console.log(line);
  }
}

/** Returns the first lines of an error, with the expectation, and its last lines, with a process's output. */
function summarizeError(message: string): string {
  return shorten(
    message.split('\n').filter((line) => line.trim() !== ''),
    4,
  );
}

/**
 * Returns what the page showed at the failure. If a dialog was open, returns only the last dialog, which
 * covers the rest.
 */
function readLastPage({ attachments }: TestResult): string {
  const context = attachments.find(({ name }) => name === 'error-context');
  const report = context?.body?.toString() ?? (context?.path ? readFileSync(context.path, 'utf8') : '');
  const outline = /```yaml\n(.*?)```/s.exec(report)?.[1]?.trimEnd().split('\n') ?? [];
  const over = outline.findLastIndex((line) => /^ *- (alert)?dialog\b/.test(line));
  const shown = outline.slice(Math.max(over, 0));
  return shown.length === 0 ? '' : `\n  On the page:\n  ${shorten(shown, 2)}`;
}

/** Returns the first and the last lines, because a sheet's actions are at its bottom. */
function shorten(lines: readonly string[], first: number): string {
  return (lines.length <= first + 8 ? lines : [...lines.slice(0, first), '…', ...lines.slice(-8)]).join(
    '\n  ',
  );
}

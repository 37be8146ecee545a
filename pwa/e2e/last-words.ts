import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * Reporter: prints at the very end why each journey failed and what its page showed. Of a long log often only
 * the end is kept.
 */
export default class LastWords implements Reporter {
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = result.errors.map((error) => gist(error.message ?? error.value ?? ''));
    this.#failed.push(
      `${test.titlePath().slice(2).join(' › ')}: try ${result.retry + 1} ${result.status}: ${why.join('; ')}${lastSeen(result)}`,
    );
  }

  async onEnd(): Promise<void> {
    for (const line of this.#failed) console.log(line);
  }
}

/** What was expected, and the last output of a process. */
function gist(message: string): string {
  return shorten(
    message.split('\n').filter((line) => line.trim() !== ''),
    4,
  );
}

/** What the page showed at the failure: its last dialog, if any, which covers the rest. */
function lastSeen({ attachments }: TestResult): string {
  const context = attachments.find(({ name }) => name === 'error-context');
  const report = context?.body?.toString() ?? (context?.path ? readFileSync(context.path, 'utf8') : '');
  const outline = /```yaml\n(.*?)```/s.exec(report)?.[1]?.trimEnd().split('\n') ?? [];
  const over = outline.findLastIndex((line) => /^ *- (alert)?dialog\b/.test(line));
  const shown = outline.slice(Math.max(over, 0));
  return shown.length === 0 ? '' : `\n  On the page:\n  ${shorten(shown, 2)}`;
}

/** The beginning and the end: a sheet's actions are at its bottom. */
function shorten(lines: readonly string[], first: number): string {
  return (lines.length <= first + 8 ? lines : [...lines.slice(0, first), '…', ...lines.slice(-8)]).join(
    '\n  ',
  );
}

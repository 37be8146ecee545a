import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Says at the very end why each journey failed, and what its page showed: of a long log often only its end is kept. */
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

/** What was expected, and what a process said last. */
function gist(message: string): string {
  return shorten(
    message.split('\n').filter((line) => line.trim() !== ''),
    4,
  );
}

/** What was on the page when it failed: its last dialog where there is one, which lies over the rest. */
function lastSeen({ attachments }: TestResult): string {
  const context = attachments.find(({ name }) => name === 'error-context');
  const report = context?.body?.toString() ?? (context?.path ? readFileSync(context.path, 'utf8') : '');
  const outline = /```yaml\n(.*?)```/s.exec(report)?.[1]?.trimEnd().split('\n') ?? [];
  const over = outline.findLastIndex((line) => /^ *- (alert)?dialog\b/.test(line));
  const shown = outline.slice(Math.max(over, 0));
  return shown.length === 0 ? '' : `\n  On the page:\n  ${shorten(shown, 2)}`;
}

/** The beginning and the end: what a sheet can do is at its foot. */
function shorten(lines: readonly string[], first: number): string {
  return (lines.length <= first + 8 ? lines : [...lines.slice(0, first), '…', ...lines.slice(-8)]).join(
    '\n  ',
  );
}

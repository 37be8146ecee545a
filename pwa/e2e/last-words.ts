import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** So many lines of a page's outline: it stands in a log of which little is kept. */
const OUTLINE_LINES = 16;

/** Says at the very end why each journey failed, and what its page showed: of a long log often only its end is kept. */
export default class LastWords implements Reporter {
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = result.errors.map((error) => gist(error.message ?? error.value ?? ''));
    this.#failed.push(
      `${test.titlePath().slice(2).join(' › ')}: ${result.status}: ${why.join('; ')}${lastSeen(result)}`,
    );
  }

  async onEnd(): Promise<void> {
    for (const line of this.#failed) console.log(line);
  }
}

/** What was expected, and what a process said last: the beginning and the end of a message. */
function gist(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return (lines.length <= 12 ? lines : [...lines.slice(0, 4), '…', ...lines.slice(-8)]).join('\n  ');
}

/** What was on the page when it failed: its last dialog where there is one, which lies over the rest. */
function lastSeen({ attachments }: TestResult): string {
  const context = attachments.find(({ name }) => name === 'error-context');
  const report = context?.body?.toString() ?? (context?.path ? readFileSync(context.path, 'utf8') : '');
  const outline = /```yaml\n(.*?)```/s.exec(report)?.[1]?.trimEnd().split('\n') ?? [];
  const over = outline.findLastIndex((line) => /^ *- (alert)?dialog\b/.test(line));
  const shown = outline.slice(Math.max(over, 0)).slice(0, OUTLINE_LINES);
  return shown.length === 0 ? '' : `\n  On the page:\n  ${shown.join('\n  ')}`;
}

import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Says at the very end why each journey failed: of a long log often only its end is kept. */
export default class LastWords implements Reporter {
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = result.errors.map((error) => gist(error.message ?? error.value ?? ''));
    this.#failed.push(`${test.titlePath().slice(2).join(' › ')}: ${result.status}: ${why.join('; ')}`);
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

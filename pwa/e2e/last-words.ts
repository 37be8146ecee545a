import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Says at the very end why each journey failed: of a long log often only its end is kept. */
export default class LastWords implements Reporter {
  readonly #failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = result.errors.map((error) => (error.message ?? error.value ?? '').split('\n')[0]);
    this.#failed.push(`${test.titlePath().slice(2).join(' › ')}: ${result.status}: ${why.join('; ')}`);
  }

  async onEnd(): Promise<void> {
    for (const line of this.#failed) console.log(line);
  }
}

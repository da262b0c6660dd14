/** Records what browser tests show, as figures.ts does for all others. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { keepShown, rowName, type ShownByFile } from './figures.ts';
import { isLongRun } from './long-run.ts';

export default class BrowserFiguresReporter implements Reporter {
  readonly #files = new Map<string, ShownByFile['tests']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    const tests = this.#files.get(file) ?? [];
    this.#files.set(file, tests);
    const figures = result.annotations
      .filter(({ type }) => rowName.test(type))
      .map(({ type, description = '' }) => ({ row: type, text: description }));
    const state = result.status === 'passed' ? 'passed' : result.status === 'skipped' ? 'skipped' : 'failed';
    tests.push({ name: test.titlePath().filter(Boolean).join(' > '), state, figures });
  }

  async onEnd(): Promise<void> {
    for (const [file, tests] of this.#files) await keepShown({ file, tests }, isLongRun);
  }
}

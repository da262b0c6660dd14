/** Records failures of browser tests, as failures.ts does for all other tests. */
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { keepFailure } from './failures.ts';

function reasonOf(errors: readonly TestError[]): string {
  return stripVTControlCharacters(errors.map(({ message = '' }) => message).join('\n'));
}

export default class BrowserFailuresReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return;
    keepFailure(test.titlePath().filter(Boolean).join(' > '), reasonOf(result.errors));
  }

  onError(error: TestError): void {
    keepFailure('Outside of any test', reasonOf([error]));
  }
}

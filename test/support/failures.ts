/** Records failures, so that a run can repeat them in its last lines, after everything that passed. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';

/** `scripts/test.mjs` empties the file, and reads it at the end. */
const failuresFile = fileURLToPath(new URL('../../.cache/failures.txt', import.meta.url));

const mostLines = 20;

export function keepFailure(where: string, reason: string): void {
  mkdirSync(dirname(failuresFile), { recursive: true });
  const lines = reason.split('\n').slice(0, mostLines);
  appendFileSync(failuresFile, [where, ...lines.map((line) => `    ${line}`), ''].join('\n'));
}

type FailureReport = { readonly message: string; readonly stack?: string; readonly diff?: string };

function reasonOf(errors: readonly FailureReport[]): string {
  const reasons = errors.map(({ message, stack = '', diff = '' }) => [message, ownFrames(stack), diff]);
  return stripVTControlCharacters(reasons.flat().filter(Boolean).join('\n'));
}

/** The stack frames within the project; frames of libraries are not helpful here. */
function ownFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node_modules|<anonymous>\)$/.test(line))
    .slice(0, 4)
    .map((line) => line.trim())
    .join('\n');
}

export default class FailuresReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId;
    if (module.errors().length > 0) keepFailure(file, reasonOf(module.errors()));
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) keepFailure(`${file} > ${suite.fullName}`, reasonOf(suite.errors()));
    for (const test of module.children.allTests('failed'))
      keepFailure(`${file} > ${test.fullName}`, reasonOf(test.result().errors ?? []));
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly FailureReport[]): void {
    for (const error of unhandled) keepFailure('Outside of any test', reasonOf([error]));
  }
}

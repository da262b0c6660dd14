// The options of a SQLite URL, and the error for a file that cannot be opened.
import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Problem } from '../../../contract/problem.ts';
import { type DatabaseUrl, DatabaseUrlError } from '../../url.ts';
import { isUnfinished } from './failure.ts';

/** Returns the lock timeout. The mode makes no difference: the file is only read in any case. */
export function checkOptions({ options }: DatabaseUrl): number {
  const mode = options.get('mode') ?? 'ro';
  if (mode !== 'ro' && mode !== 'rw') {
    throw new DatabaseUrlError(`mode=${mode} in the database URL is not known. Known: ro, rw.`);
  }
  const timeout = options.get('timeout') ?? '5';
  if (!/^\d{1,5}(\.\d+)?$/.test(timeout)) {
    throw new DatabaseUrlError(`timeout=${timeout} in the database URL must be a number of seconds.`);
  }
  return Number(timeout) * 1_000;
}

export function unavailable({ database }: DatabaseUrl, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  const why = !existsSync(database)
    ? `it does not exist. ${whereItIsLookedFor(database)}`
    : statSync(database).isDirectory()
      ? 'it is a folder. Name a file in it'
      : isUnfinished(error)
        ? 'a program was killed while it wrote to it. Start with --edit once, or open it with another program that may write, so that what was half done is taken back'
        : reason;
  return new Problem('database-unavailable', `The SQLite file ${database} cannot be opened: ${why}.`, {
    cause: error,
  });
}

function whereItIsLookedFor(path: string): string {
  return isAbsolute(path)
    ? 'Check the path'
    : `It is looked for in ${process.cwd()}; a path from the root has four slashes, sqlite:////${path}`;
}

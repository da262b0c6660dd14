// Reports invalid input of a command in one sentence, with the right exit code.
import { Problem } from '../contract/problem.ts';
import { DatabaseUrlError } from '../dialects/url.ts';
import { PolicyFileError } from '../identity/policy-file.ts';
import { UsersFileError } from '../identity/users.ts';
import { StoreError } from '../store/store.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';

export async function withReadableErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStartFailure(error);
  }
}

function toStartFailure(error: unknown): unknown {
  if (error instanceof DatabaseUrlError) return new StartFailure(error.message, usageError, { cause: error });
  const isOfRunTime =
    error instanceof Problem ||
    error instanceof StoreError ||
    error instanceof PolicyFileError ||
    error instanceof UsersFileError;
  return isOfRunTime ? new StartFailure(error.message, runtimeError, { cause: error }) : error;
}

// Errors of a query document, as problems.
import { Problem, type ProblemExtras } from '../../contract/problem.ts';

export function invalid(sentence: string, extras: ProblemExtras): Problem {
  return new Problem('invalid-query', sentence, extras);
}

/** `isList`: the null is one of several candidates. */
export function missingValue(pointer: string, isList: boolean): Problem {
  const hint = isList ? 'add IS_NULL beside it' : 'use IS_NULL or NOT_IS_NULL';
  return invalid(`null equals nothing: to ask for missing values ${hint}.`, {
    pointer,
    allowed: ['IS_NULL', 'NOT_IS_NULL'],
  });
}

// What the service and the thread that reads large change sets tell each other.
import type { SentChange, SentHead } from '../../app/change/plan/sent-set.ts';
import { Problem, type ProblemExtras, type ProblemName } from '../../contract/problem.ts';

/** A body to read, or the request for the next part of the last one. */
export type SetThreadRequest = { readonly bytes: Uint8Array } | 'more';

export interface SentProblem {
  readonly kind: ProblemName;
  readonly detail: string;
  readonly extras: ProblemExtras;
}

/** The first answer: the body is JSON or not. */
export type SetStart = { readonly identity: unknown } | { readonly problem: SentProblem };

/** Some changes of a set; the last part also has its end. */
export interface SetPart {
  readonly changes: readonly SentChange[];
  /** What is said of the whole set, or why it is none. */
  readonly end?: { readonly head: SentHead } | { readonly problem: SentProblem };
}

export type SetThreadReply = SetStart | SetPart;

/** Throws what is not a Problem: a bug ends the thread, and is logged. */
export function sentProblem(error: unknown): SentProblem {
  if (!(error instanceof Problem)) throw error;
  // A cause may not be transferable.
  const { cause: _, ...extras } = error.extras;
  return { kind: error.kind, detail: error.message, extras };
}

export function receivedProblem({ kind, detail, extras }: SentProblem): Problem {
  return new Problem(kind, detail, extras);
}

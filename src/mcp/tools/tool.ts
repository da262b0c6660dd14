// A tool: what an assistant is told about it, and what it does.
import type { Question } from '../../app/agents/asked.ts';
import type { ToolAnswer } from '../answer.ts';
import type { Visit } from '../visit.ts';

/** What is written down of a call. */
export interface Account {
  /** In words. */
  said: string;
  /** Where it was one. */
  question?: Question;
  /** Where the page shows it. */
  place?: string;
  rows?: number;
}

/** Answers a call. `account` is filled in on the way, so that a call that fails is told too. */
export type Run = (visit: Visit, given: unknown, account: Account) => Promise<ToolAnswer>;

export interface Tool {
  readonly name: string;
  /** Our own words and nothing else: an assistant takes them for instructions. */
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: { readonly type: 'object'; readonly [field: string]: unknown };
  readonly run: Run;
}

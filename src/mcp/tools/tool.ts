// A tool: its description for assistants, and its function.
import type { Question } from '../../app/agents/asked.ts';
import type { ToolAnswer } from '../answer.ts';
import type { Visit } from '../visit.ts';

/** What is recorded of a call. */
export interface Account {
  /** The call in words. */
  said: string;
  /** The question, if it was one. */
  question?: Question;
  /** Where the page shows it. */
  place?: string;
  rows?: number;
}

/** Runs a call. It fills in `account` as it goes, so that failed calls are recorded too. */
export type Run = (visit: Visit, given: unknown, account: Account) => Promise<ToolAnswer>;

export interface Tool {
  readonly name: string;
  /** Only our own words: assistants take them for instructions. */
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: { readonly type: 'object'; readonly [field: string]: unknown };
  readonly run: Run;
}

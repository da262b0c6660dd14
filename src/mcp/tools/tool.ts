// A tool: its description for assistants, and its function.
import type { Question } from '../../app/agents/question-log.ts';
import type { ToolAnswer } from '../answer.ts';
import type { ToolRequest } from '../tool-request.ts';

/** What is recorded of a call. */
export interface CallRecord {
  /** The call in words. */
  said: string;
  /** The question, if it was one. */
  question?: Question;
  /** Where the page shows it. */
  place?: string;
  rows?: number;
}

/** Runs a call. It fills in `callRecord` as it goes, so that failed calls are recorded too. */
export type Run = (toolRequest: ToolRequest, given: unknown, callRecord: CallRecord) => Promise<ToolAnswer>;

export interface Tool {
  readonly name: string;
  /** Only our own words: assistants take them for instructions. */
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: { readonly type: 'object'; readonly [field: string]: unknown };
  readonly run: Run;
}

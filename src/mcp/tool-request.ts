// What tools work with: the parts of the service they use, and the caller.

import type { Proposals } from '../app/agents/proposals.ts';
import type { QuestionLog } from '../app/agents/question-log.ts';
import type { Changes } from '../app/change/changes.ts';
import type { OpenDatabase, Requester } from '../app/database.ts';
import type { RecordAddresses } from '../query/compile/records.ts';
import type { Store } from '../store/store.ts';

export interface ToolServices {
  readonly database: OpenDatabase;
  readonly store: Store;
  /** Null if the service is read-only. */
  readonly changes: Changes | null;
  readonly questions: QuestionLog;
  readonly proposals: Proposals;
  readonly version: string;
  /** Called for our own bugs. */
  readonly onBug: (error: unknown) => void;
}

/** One request of an assistant. */
export interface ToolRequest extends ToolServices {
  readonly requester: Requester;
  readonly addresses: RecordAddresses & {
    /** The prefix of all addresses, without a trailing slash. */
    readonly base: string;
  };
}

/** The address of a page; `place` includes its `#`. */
export function pageLink({ addresses }: ToolRequest, place: string): string {
  return `${addresses.base}/${place}`;
}

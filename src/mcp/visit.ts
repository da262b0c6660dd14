// What tools work with: the parts of the service they use, and the caller.
import type { AskedLog } from '../app/agents/asked.ts';
import type { Proposals } from '../app/agents/proposals.ts';
import type { Changes } from '../app/change/changes.ts';
import type { Asker, OpenDatabase } from '../app/database.ts';
import type { RecordAddresses } from '../query/compile/records.ts';
import type { Store } from '../store/store.ts';

export interface Desk {
  readonly database: OpenDatabase;
  readonly store: Store;
  /** Null if the service is read-only. */
  readonly changes: Changes | null;
  readonly asked: AskedLog;
  readonly proposals: Proposals;
  readonly version: string;
  /** Called for our own bugs. */
  readonly onMistake: (error: unknown) => void;
}

/** One request of an assistant. */
export interface Visit extends Desk {
  readonly asker: Asker;
  readonly addresses: RecordAddresses & {
    /** The prefix of all addresses, without a trailing slash. */
    readonly base: string;
  };
}

/** The address of a page; `place` includes its `#`. */
export function pageLink({ addresses }: Visit, place: string): string {
  return `${addresses.base}/${place}`;
}

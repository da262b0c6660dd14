// What a tool works with: the parts of the service that it uses, and whoever asks.
import type { AskedLog } from '../app/agents/asked.ts';
import type { Proposals } from '../app/agents/proposals.ts';
import type { Changes } from '../app/change/changes.ts';
import type { Asker, OpenDatabase } from '../app/database.ts';
import type { RecordAddresses } from '../query/compile/records.ts';
import type { Store } from '../store/store.ts';

export interface Desk {
  readonly database: OpenDatabase;
  readonly store: Store;
  /** Null where nothing may be changed. */
  readonly changes: Changes | null;
  readonly asked: AskedLog;
  readonly proposals: Proposals;
  readonly version: string;
  /** Told of what is our own mistake. */
  readonly onMistake: (error: unknown) => void;
}

/** One request of an assistant. */
export interface Visit extends Desk {
  readonly asker: Asker;
  readonly addresses: RecordAddresses & {
    /** Begins all addresses, without a slash at its end. */
    readonly base: string;
  };
}

/** An address of the page: what stands behind its `#`. */
export function pageLink({ addresses }: Visit, place: string): string {
  return `${addresses.base}/${place}`;
}

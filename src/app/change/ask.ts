// The caller of a change, and the new set.
import type { RecordAddresses } from '../../query/compile/records.ts';
import type { Asker } from '../database.ts';
import { newSetId } from './journal/set-id.ts';
import type { NewSet, Request } from './journal/stored.ts';

/** The caller and their request, and how records are addressed. */
export interface ChangeAsk {
  readonly asker: Asker;
  readonly addresses: RecordAddresses;
  readonly request: Request | null;
}

export function newSet({ asker, request }: ChangeAsk): NewSet {
  const { name } = asker.principal;
  const seenThen = new Map();
  return { id: newSetId(), user: name, note: null, at: Date.now(), undoes: null, request, seenThen };
}

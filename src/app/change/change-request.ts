// The caller of a change, and the new set.
import type { RecordAddresses } from '../../query/compile/records.ts';
import type { Requester } from '../database.ts';
import type { Applied } from './apply/apply.ts';
import { newSetId } from './journal/set-id.ts';
import type { NewSet, Request } from './journal/stored.ts';

/** The caller and their request, and how records are addressed. */
export interface ChangeRequest {
  readonly requester: Requester;
  readonly addresses: RecordAddresses;
  readonly request: Request | null;
}

export function newSet({ requester, request }: ChangeRequest): NewSet {
  const { name } = requester.principal;
  const seenThen = new Map();
  return {
    id: newSetId(),
    user: name,
    note: null,
    at: Date.now(),
    undoes: null,
    request,
    pastVisibility: seenThen,
  };
}

/** Tells the audit log which entities changed, and in how many rows. */
export function noteRows({ note }: Requester, applied: readonly Applied[]): void {
  note?.(
    applied.map(({ entity }) => entity.name),
    { rows: applied.length, isChange: true },
  );
}

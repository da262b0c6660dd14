// The caller of a change, and the new set.
import type { RecordAddresses } from '../../query/compile/records.ts';
import type { Requester } from '../database.ts';
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

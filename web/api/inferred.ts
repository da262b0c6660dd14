// Typed calls for undeclared relations.
import type { Inferred, InferredDecision, InferredRelation } from '../../src/contract/inferred.ts';
import { callJson } from './client.ts';

export type { InferredRelation };

export const inferredCalls = {
  all: (signal?: AbortSignal) => callJson<Inferred>('/database/inferred', { signal }),

  decide: (id: string, state: InferredDecision['state']) =>
    callJson<InferredRelation>(`/database/inferred/${id}`, { method: 'PUT', body: { state } }),
};

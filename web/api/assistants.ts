// What assistants asked and propose, as typed calls.
import type * as wire from '../../src/contract/agents.ts';
import { callExact, callJson } from './client.ts';
import type { Exactly } from './exact.ts';

export type AskedEntry = wire.AskedEntry;
export type Proposal = Exactly<wire.Proposal>;

export const assistants = {
  asked: (signal?: AbortSignal) => callJson<wire.AskedList>('/assistants/asked', { signal }),
  question: (id: string, signal?: AbortSignal) =>
    callJson<AskedEntry>(`/assistants/asked/${encodeURIComponent(id)}`, { signal }),
  /** Its values keep their digits. */
  proposal: (id: string, signal?: AbortSignal) =>
    callExact<Proposal>(`/assistants/proposals/${encodeURIComponent(id)}`, { signal }),
};

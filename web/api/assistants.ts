// Typed calls for the questions and proposals of assistants.
import type * as wire from '../../src/contract/agents.ts';
import { call, callExact, callJson } from './client.ts';
import type { Exactly } from './exact.ts';

export type AskedEntry = wire.AskedEntry;
export type Proposal = Exactly<wire.Proposal>;

export const assistants = {
  /** Whether the service has a language model for questions in plain words. */
  canInterpret: async (signal?: AbortSignal): Promise<boolean> => {
    const response = await call('/assistants/question', { method: 'OPTIONS', signal });
    return (response.headers.get('allow') ?? '').includes('POST');
  },
  interpret: (question: string) =>
    callJson<wire.Interpretation>('/assistants/question', { method: 'POST', body: { question } }),
  asked: (signal?: AbortSignal) => callJson<wire.AskedList>('/assistants/asked', { signal }),
  question: (id: string, signal?: AbortSignal) =>
    callJson<AskedEntry>(`/assistants/asked/${encodeURIComponent(id)}`, { signal }),
  /** Parsed exactly: values keep all their digits. */
  proposal: (id: string, signal?: AbortSignal) =>
    callExact<Proposal>(`/assistants/proposals/${encodeURIComponent(id)}`, { signal }),
};

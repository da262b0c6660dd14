// Typed calls for API tokens.
import type { z } from 'zod';
import type * as wire from '../../src/contract/tokens.ts';
import { callJson, callText } from './client.ts';

export type Token = wire.Token;
export type TokenBody = wire.TokenBody;
export type NewToken = z.infer<typeof wire.NewToken>;

export const tokens = {
  list: (signal?: AbortSignal) => callJson<{ readonly tokens: readonly Token[] }>('/tokens', { signal }),
  make: (body: TokenBody) => callJson<NewToken>('/tokens', { method: 'POST', body }),
  end: async (id: string): Promise<void> => {
    await callText(`/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });
  },
};

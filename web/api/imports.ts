// Typed calls for importing files: upload in parts, inspect, dry run, and import.
import type {
  BadRow,
  ImportBody,
  ImportDone,
  ImportProgress,
  Look,
  Staged,
} from '../../src/contract/import.ts';
import { call, callJson } from './client.ts';
import { ApiError, errorFromResponse } from './errors.ts';

export type { BadRow, ImportDone, Look } from '../../src/contract/import.ts';
export type ImportOptions = ImportBody;

const path = '/database/imports';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Small enough that a slow connection uploads a part within seconds. */
const CHUNK_BYTES = 1024 * 1024;

interface Line {
  readonly progress?: ImportProgress;
  readonly bad?: BadRow;
  readonly done?: ImportDone;
  readonly problem?: unknown;
}

export interface ImportListener {
  progress(rows: number): void;
  bad(row: BadRow): void;
}

export const imports = {
  /** Resolves to the service's id of the file. */
  send: async (file: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string> => {
    const { id } = await callJson<Staged>(path, { method: 'POST', body: { name: file.name }, signal });
    for (let offset = 0; offset < file.size; offset += CHUNK_BYTES) {
      const bytes = file.slice(offset, offset + CHUNK_BYTES);
      await callJson<Staged>(`${pathOf(id)}?offset=${offset}`, { method: 'PATCH', bytes, signal });
      onSent(offset + bytes.size);
    }
    return id;
  },

  inspect: (id: string, entity: string, table: string | undefined, signal?: AbortSignal) => {
    const asked = new URLSearchParams({ entity, ...(table !== undefined && { table }) });
    return callJson<Look>(`${pathOf(id)}?${asked}`, { signal });
  },

  run: async (
    id: string,
    body: ImportOptions,
    listener: ImportListener,
    options: { readonly signal: AbortSignal; readonly idempotencyKey?: string },
  ): Promise<ImportDone> => {
    const response = await call(`${pathOf(id)}/run`, { method: 'POST', body, ...options });
    for await (const line of linesOf(response)) {
      if (line.progress) listener.progress(line.progress.rows);
      if (line.bad) listener.bad(line.bad);
      if (line.done) return line.done;
      // A problem line reads like an error response of its own.
      if (line.problem) throw await errorFromResponse(Response.json(line.problem, { status: 500 }));
    }
    throw new ApiError('offline', 'The answer was cut off.');
  },

  forget: (id: string) => call(pathOf(id), { method: 'DELETE' }),
};

async function* linesOf(response: Response): AsyncGenerator<Line> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    // The contract, checked by the service's own tests, guarantees the shape.
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

/** Uploads a file to the service and imports it. */
import type { BadRow, ImportDone } from '../../src/contract/import.ts';
import type { Shop } from './shop.ts';

export interface Imported {
  readonly bad: readonly BadRow[];
  readonly done: ImportDone | undefined;
  readonly problem: { readonly detail: string; readonly pointer?: string } | undefined;
}

export async function importInto(
  { service, ask }: Shop,
  name: string,
  content: string | Uint8Array,
  body: object,
): Promise<Imported> {
  const { json } = await ask('POST', '/imports', { name });
  const file = `${service.base}/api/database/imports/${json.id}`;
  await fetch(`${file}?offset=0`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  });
  const response = await fetch(`${file}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    bad: lines.flatMap((line) => line.bad ?? []),
    done: lines.at(-1)?.done,
    problem: lines.at(-1)?.problem ?? (response.ok ? undefined : lines[0]),
  };
}

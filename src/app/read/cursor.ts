// The opaque text of a cursor: which query it belongs to, how far it is, and the row that it stands at.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cursor } from '../../query/compile/cursor.ts';
import { invalid } from '../../query/plan/scope.ts';

const CursorDocument = z.tuple([z.string(), z.string().regex(/^\d{1,19}$/), z.array(z.string().nullable())]);

/** Of the text of a query without its page. */
export function queryHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

export function encodeCursor(hash: string, { position, values }: Cursor): string {
  return Buffer.from(JSON.stringify([hash, String(position), values])).toString('base64url');
}

export function decodeCursor(text: string, hash: string, length: number, pointer: string): Cursor {
  const refuse = (sentence: string) =>
    invalid(`${sentence} Take "next" of an answer to this very query.`, { pointer });
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw refuse('This is no cursor.');
  }
  const parsed = CursorDocument.safeParse(document);
  if (!parsed.success) throw refuse('This is no cursor.');
  const [madeFor, position, values] = parsed.data;
  if (madeFor !== hash || values.length !== length) throw refuse('This cursor belongs to another query.');
  return { position: BigInt(position), values };
}

// The opaque text of a cursor: its position and the values of its row, sealed for one query, schema and user.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Seal } from '../../identity/seal.ts';
import type { Entity } from '../../model/database.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { Cursor } from '../../query/compile/cursor.ts';
import { invalid } from '../../query/plan/problems.ts';
import type { Snapshot } from '../snapshot.ts';

const CursorDocument = z.tuple([z.string(), z.array(z.string().nullable())]);

/** A row with longer sort values is only counted: the client has to send them back in a body of limited size. */
const maxCharacters = 128 * 1024;

/** The purpose of a query's cursors, the same for all users. */
export function cursorPurpose(engine: string, query: string, entities: readonly Entity[]): readonly string[] {
  return ['cursor', engine, digest([query]), digest(entities.map(fingerprint))];
}

export class Cursors {
  readonly #seal: Seal;
  readonly #purpose: readonly string[];

  constructor({ seal, principal, scope }: Snapshot, purpose: readonly string[]) {
    this.#seal = seal;
    this.#purpose = [...purpose, principal.name ?? '', scope.principal];
  }

  encode({ position, values }: Cursor): string {
    const document = JSON.stringify([String(position), values]);
    const kept = document.length > maxCharacters ? JSON.stringify([String(position), []]) : document;
    return this.#seal.close(this.#purpose, kept);
  }

  /** `length`: the number of values in a row's cursor, unless they were too long. */
  decode(text: string, length: number, pointer: string): Cursor {
    const content = this.#seal.open(this.#purpose, text);
    if (content === null) {
      throw invalid(
        'This is no cursor of this query, or the schema has changed since. Take "next" of an answer to this very query.',
        { pointer },
      );
    }
    const [position, values] = CursorDocument.parse(JSON.parse(content));
    if (values.length !== 0 && values.length !== length) throw new Error('a cursor has lost its values');
    return { position: BigInt(position), values };
  }
}

function digest(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

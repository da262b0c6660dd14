// The opaque text of a cursor: how far it is and the row that it stands at, sealed for one query, schema and person.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Seal } from '../../identity/seal.ts';
import type { Entity } from '../../model/database.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { Cursor } from '../../query/compile/cursor.ts';
import { invalid } from '../../query/plan/problems.ts';
import type { Snapshot } from '../snapshot.ts';

const CursorDocument = z.tuple([z.string(), z.array(z.string().nullable())]);

/** A row whose sort values are longer is only counted: the client has to send them back in a body of bounded size. */
const mostLetters = 64 * 1024;

/** What the cursors of a query are good for, whoever asks. */
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
    const kept = document.length > mostLetters ? JSON.stringify([String(position), []]) : document;
    return this.#seal.close(this.#purpose, kept);
  }

  /** `length`: how many values the cursor of a row has, where they were not too long. */
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

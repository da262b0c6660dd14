// What the later pages of a long set have done to rows of the earlier ones. It is looked up where something is not as an
// earlier page has left it: most sets have no row twice, and are never asked.
import { createHash } from 'node:crypto';
import type { Column, Database } from '../../../model/database.ts';
import { changedBy } from '../apply/last-look.ts';
import type { JournalRow } from '../journal/row.ts';
import { keyText, textsIn } from '../rows/image.ts';

export class LaterCells {
  readonly #rows: (page: number) => Promise<readonly JournalRow[]>;
  readonly #database: Database;
  /** The first page that was looked at, of those from there to the last. */
  #from: number;
  /** A number for each cell, and for each row that is gone: there may be millions. */
  readonly #found = new Set<number>();

  constructor(pages: number, rows: (page: number) => Promise<readonly JournalRow[]>, database: Database) {
    this.#from = pages;
    this.#rows = rows;
    this.#database = database;
  }

  /** To be called before a page is asked about, and with the last page first. */
  async behind(page: number): Promise<void> {
    while (this.#from > page + 1) {
      this.#from--;
      for (const row of await this.#rows(this.#from)) this.#add(row);
    }
  }

  /** Whether a later page has changed a cell of the row with this key. */
  hasChanged(entity: string, key: readonly string[], column: Pick<Column, 'name'>): boolean {
    return this.#found.has(numberOf([entity, keyText(key), column.name]));
  }

  /** Whether a later page has removed the row that had this key. */
  hasRemoved(entity: string, key: readonly string[]): boolean {
    return this.#found.has(numberOf([entity, keyText(key)]));
  }

  #add(row: JournalRow): void {
    const { before, after } = row;
    const entity = this.#database.entities.get(row.entity);
    if (entity === undefined || before === null) return;
    const key = keyText(textsIn(before, entity.key));
    if (after === null) {
      this.#found.add(numberOf([entity.name, key]));
      return;
    }
    const isChanged = changedBy([row]);
    for (const { name } of entity.columns) {
      if (isChanged(name)) this.#found.add(numberOf([entity.name, key, name]));
    }
  }
}

/** Of 48 bits: it is asked about few, so that one of them is hardly ever taken for another one. */
function numberOf(parts: readonly string[]): number {
  return createHash('sha256').update(parts.join('\0')).digest().readUIntBE(0, 6);
}

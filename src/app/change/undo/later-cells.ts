// What later pages of a long set did to rows of earlier pages. Consulted only where a row differs from what an earlier
// page left: most sets have no row twice.
import { createHash } from 'node:crypto';
import type { Column, Database } from '../../../model/database.ts';
import { changedBy } from '../apply/final-state.ts';
import type { JournalRow } from '../journal/row.ts';
import { keyText, textsIn } from '../rows/image.ts';

export class LaterCells {
  readonly #rows: (page: number) => Promise<readonly JournalRow[]>;
  readonly #database: Database;
  /** Pages from here to the last have been read. */
  #from: number;
  /** A hash for each changed cell and each deleted row: there may be millions. */
  readonly #found = new Set<number>();

  constructor(pages: number, rows: (page: number) => Promise<readonly JournalRow[]>, database: Database) {
    this.#from = pages;
    this.#rows = rows;
    this.#database = database;
  }

  /** Call it before asking about a page, in descending order of pages. */
  async readPagesAfter(page: number): Promise<void> {
    while (this.#from > page + 1) {
      this.#from--;
      for (const row of await this.#rows(this.#from)) this.#add(row);
    }
  }

  /** Whether a later page changed a cell of the row with this key. */
  hasChanged(entity: string, key: readonly string[], column: Pick<Column, 'name'>): boolean {
    return this.#found.has(numberOf([entity, keyText(key), column.name]));
  }

  /** Whether a later page deleted the row with this key. */
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

/** 48 bits: few cells are looked up, so collisions are very unlikely. */
function numberOf(parts: readonly string[]): number {
  return createHash('sha256').update(parts.join('\0')).digest().readUIntBE(0, 6);
}

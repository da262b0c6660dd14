// The rows of a file as changes of a table.
import type { BadRow, ImportBody } from '../../../contract/import.ts';
import type { Column, SeenEntity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { TableRow } from '../../../tabular/table.ts';
import { baseOf } from '../plan.ts';
import type { Given, PlannedChange } from '../planned.ts';
import type { KeyTexts } from '../rows.ts';
import { BadCell, cellJson, mayBeEmpty } from './cells.ts';
import type { OpenFile } from './look.ts';
import { columnNames, mappedColumns } from './mapping.ts';

/** A row of the file whose values are known. */
export interface FileRow {
  readonly number: number;
  readonly set: ReadonlyMap<Column, Given>;
  /** Null where rows are not looked for by their key. */
  readonly key: KeyTexts | null;
}

/** Rows of one round. */
const rowsTogether = 1_000;

export class RowReader {
  readonly #dialect: SqlDialect;
  readonly #file: OpenFile;
  readonly #seen: SeenEntity;
  readonly #body: ImportBody;
  #columns: readonly (Column | null)[] = [];
  #width = 0;

  constructor(dialect: SqlDialect, file: OpenFile, seen: SeenEntity, body: ImportBody) {
    this.#dialect = dialect;
    this.#file = file;
    this.#seen = seen;
    this.#body = body;
  }

  /** A Problem where the columns do not fit the table, before the first rows. */
  async *rounds(): AsyncGenerator<readonly (FileRow | BadRow)[]> {
    let isHeader = true;
    let round: (FileRow | BadRow)[] = [];
    for await (const batch of this.#file.table.batches()) {
      for (const row of batch) {
        if (isHeader) {
          isHeader = false;
          this.#readHeader(row);
          continue;
        }
        round.push(this.#read(row));
        if (round.length < rowsTogether) continue;
        yield round;
        round = [];
      }
    }
    if (isHeader) this.#readHeader({ number: 1, texts: [], kinds: [] });
    if (round.length > 0) yield round;
  }

  #readHeader({ texts }: TableRow): void {
    const names = columnNames(texts);
    this.#columns = mappedColumns(names, this.#seen, this.#body);
    this.#width = names.length;
  }

  #read(row: TableRow): FileRow | BadRow {
    const { number, texts } = row;
    const { format } = this.#file;
    // A blank cell at the end of a row is not in a workbook; a line of text has all its fields.
    const isShort = texts.length < this.#width && (format === 'csv' || format === 'tsv');
    if (isShort || texts.length > this.#width) {
      return bad(number, null, `The row has ${texts.length} fields and the header ${this.#width}.`);
    }
    const set = new Map<Column, Given>();
    for (let i = 0; i < this.#width; i++) {
      const column = this.#columns[i];
      if (column === null || column === undefined) continue;
      try {
        const text = this.#json(row, i, column);
        if (text !== undefined) set.set(column, { kind: 'shown', text });
      } catch (error) {
        if (error instanceof BadCell) return bad(number, column.name, error.message);
        throw error;
      }
    }
    if (this.#body.mode === 'insert') return { number, set, key: null };
    const key: string[] = [];
    for (const { name } of this.#seen.key) {
      const column = this.#seen.column.get(name);
      const given = column === undefined ? undefined : set.get(column);
      if (given?.kind !== 'shown' || given.text === 'null') return bad(number, name, 'The key has no value.');
      key.push(given.text);
    }
    return { number, set, key };
  }

  /** Undefined: the file says nothing about it. */
  #json({ texts, kinds }: TableRow, i: number, column: Column): string | undefined {
    const text = texts[i];
    const { format } = this.#file;
    const isTyped = format === 'json' || format === 'ndjson';
    if (text === undefined) return isTyped ? undefined : this.#empty(column);
    if (text === null) return isTyped ? 'null' : this.#empty(column);
    return cellJson(text, kinds[i] ?? 'text', { dialect: this.#dialect, column, isTyped });
  }

  #empty(column: Column): string {
    return this.#body.empty === 'text' && mayBeEmpty(column) ? '""' : 'null';
  }
}

export function isBad(row: FileRow | BadRow): row is BadRow {
  return 'reason' in row;
}

export function bad(row: number | null, column: string | null, reason: string): BadRow {
  return { row, column, reason };
}

/** `at`: its place in the list of changes, by which a refusal names it. */
export function changeOf(
  seen: SeenEntity,
  { set, key }: FileRow,
  isThere: boolean,
  at: number,
): PlannedChange {
  const pointer = { change: `/${at}`, set: `/${at}` };
  const about = { entity: baseOf(seen), seen, ref: null, expect: new Map(), pointer };
  if (!isThere || key === null) return { ...about, op: 'insert', set, key: null };
  const changed = new Map([...set].filter(([{ name }]) => !seen.key.some((column) => column.name === name)));
  return {
    ...about,
    op: 'update',
    set: changed,
    key: key.map((text): Given => ({ kind: 'shown', text })),
  };
}

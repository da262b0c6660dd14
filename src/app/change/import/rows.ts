// Turns the rows of a file into changes of a table.
import type { BadRow, ImportBody } from '../../../contract/import.ts';
import type { Column, VisibleEntity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { TableRow } from '../../../tabular/table.ts';
import { baseOf } from '../plan/plan.ts';
import type { Given, PlannedChange } from '../plan/planned.ts';
import type { KeyTexts } from '../rows/rows.ts';
import { BadCell } from './bad-cell.ts';
import { type CellContext, cellJson, mayBeEmpty, saysNothing } from './cells.ts';
import { columnNames, mappedColumns } from './mapping.ts';
import type { OpenFile } from './preview.ts';

/** JSON texts in the order of the file's columns; undefined if the file has no value. */
export type RowTexts = readonly (string | undefined)[];

/** A row of the file with parsed values. */
export interface FileRow {
  readonly number: number;
  readonly texts: RowTexts;
  /** Null if rows are not matched by key. */
  readonly key: KeyTexts | null;
}

/** Rows per round. */
const rowsPerRound = 1_000;

/** A column of the table and its position in the file. */
interface Source extends CellContext {
  readonly place: number;
}

export class RowReader {
  readonly #dialect: SqlDialect;
  readonly #file: OpenFile;
  readonly #visibleEntity: VisibleEntity;
  readonly #body: ImportBody;
  /** The file's columns, known once the first rows have come. */
  columns: readonly Column[] = [];
  #sources: readonly Source[] = [];
  /** The positions of the key columns; empty if rows are not matched by key. */
  #keyPlaces: readonly number[] = [];
  #width = 0;

  constructor(dialect: SqlDialect, file: OpenFile, visibleEntity: VisibleEntity, body: ImportBody) {
    this.#dialect = dialect;
    this.#file = file;
    this.#visibleEntity = visibleEntity;
    this.#body = body;
  }

  /** Throws a Problem before the first rows if the columns do not fit the table. */
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
        if (round.length < rowsPerRound) continue;
        yield round;
        round = [];
      }
    }
    if (isHeader) this.#readHeader({ number: 1, texts: [], kinds: [] });
    if (round.length > 0) yield round;
  }

  #readHeader({ texts }: TableRow): void {
    const names = columnNames(texts);
    const { format } = this.#file;
    const isTyped = format === 'json' || format === 'ndjson';
    const mapped = mappedColumns(names, this.#visibleEntity, this.#body);
    const common = { dialect: this.#dialect, isTyped, timezone: this.#body.timezone ?? null };
    // The table's own column: a column visible only in some rows is shown as nullable.
    const { column: own } = baseOf(this.#visibleEntity);
    this.#sources = mapped.flatMap((column, place) =>
      column === null ? [] : [{ ...common, column: own.get(column.name) ?? column, place }],
    );
    this.columns = this.#sources.map(({ column }) => column);
    this.#keyPlaces =
      this.#body.mode === 'insert'
        ? []
        : this.#visibleEntity.key.map(({ name }) => this.columns.findIndex((column) => column.name === name));
    this.#width = names.length;
  }

  #read(row: TableRow): FileRow | BadRow {
    const { number, texts } = row;
    const { format } = this.#file;
    // Workbooks omit blank cells at the end of a row; text lines have all their fields.
    const isShort = texts.length < this.#width && (format === 'csv' || format === 'tsv');
    if (isShort || texts.length > this.#width) {
      return bad(number, null, `The row has ${texts.length} fields and the header ${this.#width}.`);
    }
    const json: (string | undefined)[] = [];
    for (const source of this.#sources) {
      try {
        json.push(this.#json(row, source));
      } catch (error) {
        if (error instanceof BadCell) return bad(number, source.column.name, error.message);
        throw error;
      }
    }
    const { mode } = this.#body;
    if (mode === 'insert') return { number, texts: json, key: null };
    const key = this.#keyPlaces.map((place) => json[place] ?? 'null');
    const isNew = mode === 'both' && key.every((text) => text === 'null');
    if (isNew) return { number, texts: this.#withoutKey(json), key: null };
    const missing = key.indexOf('null');
    if (missing < 0) return { number, texts: json, key };
    return bad(number, this.#visibleEntity.key[missing]?.name ?? null, 'The key has no value.');
  }

  /** The database gives the row its key, if it can. */
  #withoutKey(texts: readonly (string | undefined)[]): (string | undefined)[] {
    return texts.map((text, place) => (this.#keyPlaces.includes(place) ? undefined : text));
  }

  /** Undefined if the file has no value. */
  #json({ texts, kinds }: TableRow, source: Source): string | undefined {
    const { place, column, isTyped } = source;
    const text = texts[place];
    if (text === undefined) return isTyped ? undefined : this.#empty(column);
    if (text === null) return isTyped ? 'null' : this.#empty(column);
    if (saysNothing(text, source)) return 'null';
    return cellJson(text, kinds[place] ?? 'text', source);
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

/** `at`: the index in the list of changes, by which a refusal refers to it. */
export function changeOf(
  visibleEntity: VisibleEntity,
  columns: readonly Column[],
  { texts, key }: FileRow,
  isThere: boolean,
  at: number,
): PlannedChange {
  const pointer = { change: `/${at}`, set: `/${at}` };
  const about = { entity: baseOf(visibleEntity), visibleEntity, ref: null, expect: new Map(), pointer };
  const set = new Map<Column, Given>();
  for (const [i, column] of columns.entries()) {
    const text = texts[i];
    if (text !== undefined) set.set(column, { kind: 'shown', text });
  }
  if (!isThere || key === null) return { ...about, op: 'insert', set, key: null };
  const changed = new Map(
    [...set].filter(([{ name }]) => !visibleEntity.key.some((column) => column.name === name)),
  );
  return {
    ...about,
    op: 'update',
    keepsSpelling: true,
    set: changed,
    key: key.map((text): Given => ({ kind: 'shown', text })),
  };
}

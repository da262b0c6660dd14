// How the cells of a row become one text: a JSON list, a JSON object, a line of separated values.
import { sql } from 'kysely';
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import type { CopySql, SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { Draft } from './draft.ts';
import type { Part } from './parts.ts';

export interface Cell {
  readonly name: string;
  /** JSON text, the shown text with NULL for NULL, or the value itself, as the format asks. */
  readonly value: Value;
  readonly column: Column;
  /** The value itself, where the cell is a column's. */
  readonly own?: Value;
  /** The value is NULL in no row. */
  readonly isNeverNull?: boolean;
}

export interface RowFormat {
  /** Tells formats apart. */
  readonly name: string;
  readonly cells: 'json' | 'text' | 'value';
  row(dialect: SqlDialect, cells: readonly Cell[], draft: Draft): TextSql;
  /** The same for a connection that writes values itself; absent where rows of this format are always texts. */
  parts?(cells: readonly Cell[], draft: Draft): readonly Part[];
  /** Whether a row shows this column as it is stored; absent where it shows none so. */
  readonly isStored?: CopySql['isStored'];
  /** Only where an engine writes rows faster if no field needs quotes: what stands between them, and such a row. */
  readonly unquoted?: {
    readonly separator: string;
    row(dialect: SqlDialect, cells: readonly Cell[]): TextSql | null;
  };
}

/** `[v1,v2,…]`: a row of the answer. */
export const jsonRow: RowFormat = {
  name: 'json',
  cells: 'json',
  row: (dialect, cells) => engineList(dialect, cells) ?? enclosed(dialect, '[', cells.map(jsonValue), ']'),
};

/** Null where the engine has no word for it, or a cell is not a column's. */
function engineList(dialect: SqlDialect, cells: readonly Cell[]): TextSql | null {
  const owned = cells.flatMap(({ own, column }) => (own === undefined ? [] : [{ own, column }]));
  return owned.length === cells.length ? (dialect.jsonList?.(owned) ?? null) : null;
}

/** The only value, as JSON. */
export const jsonValueRow: RowFormat = {
  name: 'json value',
  cells: 'json',
  row: (_, cells) => sql`${sql.join(cells.map(jsonValue))}`,
};

/** `{"alias":v,…}`. */
export const objectRow: RowFormat = {
  name: 'object',
  cells: 'json',
  row: (dialect, cells) =>
    dialect.concat([
      ...cells.flatMap((cell, i) => [`${i === 0 ? '{' : ','}${JSON.stringify(cell.name)}:`, jsonValue(cell)]),
      '}',
    ]),
};

/**
 * A list of texts and nulls: for formats that the engine cannot write itself. A number in a column whose type does not
 * tell that it is one stands there as a number, unless it is an infinity.
 */
export const textRow: RowFormat = {
  name: 'text',
  cells: 'text',
  row: (dialect, cells) =>
    enclosed(
      dialect,
      '[',
      cells.map((cell) => textOrNumber(dialect, cell)),
      ']',
    ),
};

/** Whoever writes the file knows these by their type, or they cannot hold a number. */
const toldByType: ReadonlySet<ModeType> = new Set(['integer', 'numeric', 'boolean', 'string', 'text']);

function textOrNumber(dialect: SqlDialect, { value, column, own }: Cell): TextSql {
  const quoted = dialect.quoted(value);
  if (toldByType.has(column.mode) || own === undefined || dialect.isNumber === undefined) return quoted;
  const hasDigits = sql`${value} not in ('Infinity', '-Infinity')`;
  return sql<string>`case when ${dialect.isNumber(own)} and ${hasDigits} then ${value} else ${quoted} end`;
}

/** The values as columns of their own, for a person who reads the statement; nothing runs it. */
export const columnsRow: RowFormat = {
  name: 'columns',
  cells: 'value',
  row: (_, cells) => sql`${sql.join(cells.map(({ name, value }) => sql`${value} as ${sql.id(name)}`))}`,
};

/** What a writer of separated values outside of SQL is given. */
export function copiedRow({ columns, isStored }: CopySql, separator: string): RowFormat {
  return {
    name: `copied with ${separator}`,
    cells: 'value',
    ...(isStored && { isStored }),
    row: (_, cells) => sql`${sql.join(columns(cells, separator))}`,
  };
}

/** What makes a spreadsheet take a cell for a formula. */
const triggers = '=+@\t\r\n-';

/** Values between a separator; `safe`: a text that a spreadsheet would take for a formula gets an apostrophe. */
export function separatedRow(separator: string, safe: boolean): RowFormat {
  const between = (dialect: SqlDialect, fields: readonly TextSql[]) =>
    dialect.separated?.(separator, fields) ??
    dialect.concat(fields.flatMap((field, i) => (i === 0 ? [field] : [separator, field])));
  return {
    name: `separated by ${separator}${safe ? ', safe' : ''}`,
    cells: 'text',
    row: (dialect, cells) =>
      between(
        dialect,
        cells.map((cell) => separatedField(dialect, cell, separator, safe)),
      ),
    unquoted: {
      separator,
      row(dialect, cells) {
        if (safe || dialect.field === undefined || dialect.slicesBy === undefined) return null;
        const fields = cells.map((cell) => separatedField(dialect, cell, '', safe));
        return between(dialect, fields);
      },
    },
  };
}

/** NULL is nothing at all, an empty text is a pair of quotes; without a separator no other text gets any. */
function separatedField(
  dialect: SqlDialect,
  { value, column, own }: Cell,
  separator: string,
  safe: boolean,
): TextSql {
  if (dialect.isPlain(column)) return sql<string>`coalesce(${value}, '')`;
  const characters = separator === '' ? '' : `${separator}"\r\n`;
  if (!safe && own && dialect.field) return dialect.field(own, column, characters);
  const special = dialect.hasAny(value, characters, 'anywhere');
  const quoted = (text: Value) => dialect.concat(['"', sql<string>`replace(${text}, '"', '""')`, '"']);
  const plain = sql`when ${value} = '' then '""' when ${special} then ${quoted(value)} else ${value} end`;
  if (!safe) return sql<string>`case when ${value} is null then '' ${plain}`;
  const isFormula = isNumber(column)
    ? sql`${dialect.hasAny(value, triggers, 'start')} and ${dialect.hasAny(value, notOfNumbers, 'anywhere')}`
    : dialect.hasAny(value, triggers, 'start');
  const defused = quoted(dialect.concat(["'", sql<string>`${value}`]));
  return sql<string>`case when ${value} is null then '' when ${isFormula} then ${defused} ${plain}`;
}

function isNumber({ mode }: Column): boolean {
  return mode === 'integer' || mode === 'numeric';
}

/** A column of numbers may hold a text on some engines; without these characters it does no harm. */
const notOfNumbers = '=@\t\r\n(|!:;,"\'*/^&<>';

export function separatedHeader(names: readonly string[], separator: string, safe: boolean): string {
  return names
    .map((name) => {
      const defused = safe && triggers.includes(name.charAt(0)) && name !== '' ? `'${name}` : name;
      const special =
        defused !== name || name === '' || [separator, '"', '\r', '\n'].some((c) => name.includes(c));
      return special ? `"${defused.replaceAll('"', '""')}"` : name;
    })
    .join(separator);
}

function jsonValue({ value }: Cell): TextSql {
  // In a format of JSON cells every value is the JSON text of one.
  return sql<string>`${value}`;
}

function enclosed(dialect: SqlDialect, begin: string, values: readonly TextSql[], end: string): TextSql {
  return dialect.concat([...values.flatMap((value, i) => [i === 0 ? begin : ',', value]), end]);
}

// How the cells of a row become one text: a JSON list, a JSON object, or a line of separated values.
import { sql } from 'kysely';
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import type { CopySql, SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { Draft } from './draft.ts';
import type { Part } from './parts.ts';

export interface Cell {
  readonly name: string;
  /** JSON text, displayed text (NULL for NULL) or the plain value, depending on the format. */
  readonly value: Value;
  readonly column: Column;
  /** The plain value, if the cell is a column. */
  readonly own?: Value;
  /** The value is never NULL. */
  readonly isNeverNull?: boolean;
}

export interface RowFormat {
  /** Identifies the format. */
  readonly name: string;
  readonly cells: 'json' | 'text' | 'value';
  row(dialect: SqlDialect, cells: readonly Cell[], draft: Draft): TextSql;
  /** The same for a connection that writes values itself; absent if rows of this format are always texts. */
  parts?(cells: readonly Cell[], draft: Draft): readonly Part[];
  /** Whether a row shows this column as stored; absent if it never does. */
  readonly isStored?: CopySql['isStored'];
  /** A faster form that cannot represent every value, for engines that have one; null if it does not suit the cells. */
  usualRow?(dialect: SqlDialect, cells: readonly Cell[]): TextSql | null;
  /** For engines that write rows faster if no field needs quotes: the separator, and an unquoted row. */
  readonly unquoted?: {
    readonly separator: string;
    row(dialect: SqlDialect, cells: readonly Cell[]): TextSql | null;
  };
}

/** `[v1,v2,…]`: a row of a query's answer. */
export const jsonRow: RowFormat = {
  name: 'json',
  cells: 'json',
  row: (dialect, cells) =>
    engineList(dialect.jsonList, cells) ?? enclosed(dialect, '[', cells.map(jsonValue), ']'),
  usualRow: (dialect, cells) => engineList(dialect.usualJsonList, cells),
};

/** Null if the engine has no function for it, or if a cell is not a column. */
function engineList(write: SqlDialect['jsonList'], cells: readonly Cell[]): TextSql | null {
  const owned = cells.flatMap(({ own, column }) => (own === undefined ? [] : [{ own, column }]));
  return owned.length === cells.length ? (write?.(owned) ?? null) : null;
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
 * A list of texts and nulls, for formats that the engine cannot write. A finite number in a column whose type is not
 * numeric is written as a JSON number.
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

/** Types that tell the file writer whether a value is a number. */
const selfDescribingTypes: ReadonlySet<ModeType> = new Set([
  'integer',
  'numeric',
  'boolean',
  'string',
  'text',
]);

function textOrNumber(dialect: SqlDialect, { value, column, own }: Cell): TextSql {
  const quoted = dialect.quoted(value);
  if (selfDescribingTypes.has(column.mode) || own === undefined || dialect.isNumber === undefined)
    return quoted;
  const hasDigits = sql`${value} not in ('Infinity', '-Infinity')`;
  return sql<string>`case when ${dialect.isNumber(own)} and ${hasDigits} then ${value} else ${quoted} end`;
}

/** The values as separate columns: for people who read the statement; it never runs. */
export const columnsRow: RowFormat = {
  name: 'columns',
  cells: 'value',
  row: (_, cells) => sql`${sql.join(cells.map(({ name, value }) => sql`${value} as ${sql.id(name)}`))}`,
};

/** The input for an engine's own writer of separated values. */
export function copiedRow({ columns, isStored }: CopySql, separator: string): RowFormat {
  return {
    name: `copied with ${separator}`,
    cells: 'value',
    ...(isStored && { isStored }),
    row: (_, cells) => sql`${sql.join(columns(cells, separator))}`,
  };
}

/** The characters that make a spreadsheet treat a cell as a formula. */
const formulaStarts = '=+@\t\r\n-';

/** Separated values; `safe` puts an apostrophe before texts that a spreadsheet would treat as formulas. */
export function separatedRow(separator: string, safe: boolean): RowFormat {
  const between = (dialect: SqlDialect, fields: readonly TextSql[]) => {
    // A pivot without groups has no columns, and the engines join no empty list.
    if (fields.length === 0) return dialect.text('');
    return (
      dialect.separated?.(separator, fields) ??
      dialect.concat(fields.flatMap((field, i) => (i === 0 ? [field] : [separator, field])))
    );
  };
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

/** NULL is written as nothing, an empty text as two quotes. Without a separator, no other text is quoted. */
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
    ? sql`${dialect.hasAny(value, formulaStarts, 'start')} and ${dialect.hasAny(value, nonNumericCharacters, 'anywhere')}`
    : dialect.hasAny(value, formulaStarts, 'start');
  const defused = quoted(dialect.concat(["'", sql<string>`${value}`]));
  return sql<string>`case when ${value} is null then '' when ${isFormula} then ${defused} ${plain}`;
}

function isNumber({ mode }: Column): boolean {
  return mode === 'integer' || mode === 'numeric';
}

/** On some engines a numeric column may hold text; without these characters it is harmless. */
const nonNumericCharacters = '=@\t\r\n(|!:;,"\'*/^&<>';

export function separatedHeader(names: readonly string[], separator: string, safe: boolean): string {
  return names
    .map((name) => {
      const defused = safe && formulaStarts.includes(name.charAt(0)) && name !== '' ? `'${name}` : name;
      const special =
        defused !== name || name === '' || [separator, '"', '\r', '\n'].some((c) => name.includes(c));
      return special ? `"${defused.replaceAll('"', '""')}"` : name;
    })
    .join(separator);
}

function jsonValue({ value }: Cell): TextSql {
  // In a format with JSON cells, every value is already JSON text.
  return sql<string>`${value}`;
}

function enclosed(dialect: SqlDialect, begin: string, values: readonly TextSql[], end: string): TextSql {
  return dialect.concat([...values.flatMap((value, i) => [i === 0 ? begin : ',', value]), end]);
}

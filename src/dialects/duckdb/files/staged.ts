// Stages rows of texts, which we parsed ourselves, in a table of the engine.
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CellKind, type Table, type TableRow, UnreadableTable } from '../../../tabular/table.ts';
import { columnNames } from './names.ts';
import type { FoundType } from './types.ts';

export interface Staged {
  readonly names: readonly string[];
  /** Types that are known independently of the texts, by column index. */
  readonly fixed: ReadonlyMap<number, FoundType>;
}

/** How the rows of a format are interpreted. */
export interface FormatTraits {
  /** Whether all rows must be as long as the first; otherwise the end of a row may be missing. */
  readonly isEven: boolean;
  /** Whether cells have types; plain texts are checked for what they could be. */
  readonly hasKinds: boolean;
  /** Whether numbers are as stored by a program, rather than as written by a person. */
  readonly isStored: boolean;
}

export const formatTraits = {
  separated: { isEven: true, hasKinds: false, isStored: false },
  records: { isEven: false, hasKinds: true, isStored: false },
  sheet: { isEven: false, hasKinds: true, isStored: true },
} as const satisfies Record<string, FormatTraits>;

/** Creates the temporary table `raw` with the columns `c0`, `c1`, …; null if there are no rows. */
export async function stage(
  connection: DuckDBConnection,
  table: Table,
  traits: FormatTraits,
): Promise<Staged | null> {
  const { header, kinds } = await scanTable(table, traits);
  if (header === null || kinds.length === 0) return null;
  const columns = kinds.map((_, i) => `c${i} varchar`).join(', ');
  await connection.run(`create or replace temp table raw (${columns})`);
  const appender = await connection.createAppender('raw', 'main', 'temp');
  let isHeader = true;
  try {
    for await (const rows of table.batches()) {
      for (const row of rows) {
        if (!isHeader) {
          if (traits.isEven && row.texts.length !== kinds.length) {
            throw new UnreadableTable(raggedAt(row.number, row.texts.length, kinds.length));
          }
          if (row.texts.length > kinds.length) throw new UnreadableTable('it has changed while it was read');
          // All texts before the first is appended, so that no row is left incomplete.
          for (const text of kinds.map((kind, i) => cellText(row, i, kind, traits))) {
            if (text === null) appender.appendNull();
            else appender.appendVarchar(text);
          }
          appender.endRow();
        }
        isHeader = false;
      }
    }
  } finally {
    // Otherwise its rows would go into the table of the next file, whenever the appender is collected.
    appender.closeSync();
  }
  const fixed = new Map<number, FoundType>();
  kinds.forEach((kind, i) => {
    if (kind === 'text') fixed.set(i, { type: 'VARCHAR' });
    if (kind === 'json') fixed.set(i, { type: 'JSON' });
  });
  const names = kinds.map((_, i) => header.texts[i] ?? '');
  return { names: columnNames(names), fixed };
}

function raggedAt(line: number, fields: number, wanted: number): string {
  return `line ${line} has ${fields} ${fields === 1 ? 'field' : 'fields'}, and the first has ${wanted}`;
}

/** What the values of a column have in common: whether they are typed, texts or JSON. */
type ColumnKind = 'typed' | 'text' | 'json';

interface Overview {
  /** Null if there is nothing at all. */
  readonly header: TableRow | null;
  /** As many as the longest row has cells. */
  readonly kinds: readonly ColumnKind[];
}

async function scanTable(table: Table, { hasKinds }: FormatTraits): Promise<Overview> {
  let header: TableRow | null = null;
  const seen: Set<CellKind>[] = [];
  for await (const rows of table.batches()) {
    const [first] = rows;
    if (!hasKinds && first !== undefined) return { header: first, kinds: first.texts.map(() => 'typed') };
    for (const row of rows) {
      while (seen.length < row.texts.length) seen.push(new Set());
      if (header === null) {
        header = row;
        continue;
      }
      for (const [i, kinds] of seen.entries()) {
        const kind = row.kinds[i];
        if (typeof row.texts[i] === 'string' && kind !== undefined) kinds.add(kind);
      }
    }
  }
  return { header, kinds: seen.map(commonKind) };
}

/** Values of several kinds become texts; together with nested values, they become JSON. */
function commonKind(kinds: ReadonlySet<CellKind>): ColumnKind {
  if (kinds.has('json')) return 'json';
  const [kind = 'text'] = kinds;
  const isTyped = kind === 'number' || kind === 'boolean' || kind === 'date' || kind === 'datetime';
  return kinds.size === 1 && isTyped ? 'typed' : 'text';
}

function cellText(row: TableRow, i: number, column: ColumnKind, { isStored }: FormatTraits): string | null {
  const text = row.texts[i] ?? null;
  if (text === null) return null;
  // The engine would replace a lone surrogate with another character.
  if (!text.isWellFormed()) throw new UnreadableTable(`row ${row.number} has a text that is not Unicode`);
  const kind = row.kinds[i];
  if (column === 'json') return kind === 'text' ? JSON.stringify(text) : text;
  return kind === 'number' && isStored ? plainNumber(text) : text;
}

/** Numbers with more digits than this are left as written. */
const maxDigits = 60;

/** `1.5E-3` as `0.0015`: spreadsheets write many numbers this way, answers never do. */
export function plainNumber(text: string): string {
  const [, sign = '', whole = '', part = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([-+]?\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = whole + part;
  const point = whole.length + shift;
  if (Math.abs(shift) + digits.length > maxDigits) return text;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const behind = padded.slice(at).replace(/(?<!0)0+$/, '');
  const plain = behind === '' ? before : `${before}.${behind}`;
  return plain === '0' ? '0' : `${sign}${plain}`;
}

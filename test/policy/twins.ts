/** A database that differs from another one only in what a user may not see. */
import type { DataSet, DataTable, Row, Value } from '../query/dataset.ts';
import { columnIndex } from '../query/dataset.ts';
import { decimal } from '../query/decimal.ts';
import { type Sight, sameValue } from './people.ts';

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Twin {
  readonly data: DataSet;
  /** The number of differing cells and rows. */
  readonly changes: number;
}

export function twinOf(data: DataSet, sight: Sight, seed: number): Twin {
  const random = randomOf(seed);
  let changes = 0;
  let current = data;
  for (const { name } of data.tables) {
    const table = current.tables.find((one) => one.name === name);
    if (table === undefined || table.view !== undefined) continue;
    const rows: Row[] = [];
    for (const row of table.rows) {
      const seen = sight.see(current, table, row);
      if (seen === null && !isReferenced(data, table, row) && random() < 0.4) {
        changes++;
        continue;
      }
      const other = changedRow(current, table, row, sight, random);
      if (other !== row) changes++;
      rows.push(other);
    }
    for (const more of newRows(current, table, sight)) {
      rows.push(more);
      changes++;
    }
    current = { ...current, tables: current.tables.map((one) => (one === table ? { ...table, rows } : one)) };
  }
  return { data: current, changes };
}

/** The row with other values in hidden cells; unchanged where that is impossible. */
function changedRow(data: DataSet, table: DataTable, row: Row, sight: Sight, random: () => number): Row {
  const seen = sight.see(data, table, row);
  const changed = [...row];
  const others = table.rows;
  const take = (names: readonly string[]) => {
    if (names.some((name) => seen?.has(name) || table.primaryKey.includes(name))) return;
    const from = others[Math.floor(random() * others.length)] ?? row;
    const before = [...changed];
    for (const name of names) {
      const i = columnIndex(table, name);
      changed[i] = from[i] ?? null;
    }
    // A value that decides visibility must not change the decision.
    if (!isSame(seen, sight.see(data, table, changed))) changed.splice(0, changed.length, ...before);
  };
  const keys = table.foreignKeys.map(({ columns }) => columns);
  const plain = table.columns
    .map(({ name }) => name)
    .filter((name) => !keys.some((key) => key.includes(name)));
  for (const names of [...keys, ...plain.map((name) => [name])]) take(names);
  return changed.every((value, i) => sameValue(value, row[i] ?? null)) ? row : changed;
}

/** Copies of hidden rows under other keys; without a key, exact copies. */
function newRows(data: DataSet, table: DataTable, sight: Sight): Row[] {
  const [key, ...more] = table.primaryKey;
  const column = table.columns.find(({ name }) => name === key);
  if (more.length > 0 || (key !== undefined && column?.kind !== 'integer')) return [];
  return table.rows.slice(0, 5).flatMap((row, n) => {
    const copy: Value[] = [...row];
    if (key !== undefined) copy[columnIndex(table, key)] = decimal(String(5_000 + n));
    return sight.see(data, table, row) === null && sight.see(data, table, copy) === null ? [copy] : [];
  });
}

function isSame(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.symmetricDifference(b).size === 0;
}

function isReferenced({ tables }: DataSet, target: DataTable, row: Row): boolean {
  return tables.some((table) =>
    table.foreignKeys.some((key) => {
      if (key.target !== target.name) return false;
      const own = key.targetColumns.map((name) => row[columnIndex(target, name)] ?? null);
      return table.rows.some((other) =>
        key.columns.every((name, i) => sameValue(other[columnIndex(table, name)] ?? null, own[i] ?? null)),
      );
    }),
  );
}

/** What a user may see, as a database of its own. */
export function copyFor(data: DataSet, sight: Sight): DataSet {
  const tables = data.tables.flatMap((table): DataTable[] => {
    const seen = table.rows.map((row) => sight.see(data, table, row));
    const names = new Set(seen.flatMap((columns) => [...(columns ?? [])]));
    if (names.size === 0) return [];
    const columns = table.columns.filter(({ name }) => names.has(name));
    const rows = table.rows.flatMap((row, n) => {
      const own = seen[n];
      if (own === null || own === undefined) return [];
      return [columns.map(({ name }) => (own.has(name) ? (row[columnIndex(table, name)] ?? null) : null))];
    });
    const partial = (name: string) => seen.some((own) => own !== null && !own.has(name));
    const hasKey = table.primaryKey.every((name) => names.has(name) && !partial(name));
    return [
      {
        ...table,
        columns: columns.map((column) => (partial(column.name) ? { ...column, required: false } : column)),
        primaryKey: hasKey ? table.primaryKey : [],
        rows,
      },
    ];
  });
  const isThere = (name: string, columns: readonly string[]) => {
    const table = tables.find((one) => one.name === name);
    return columns.every((column) => table?.columns.some((own) => own.name === column));
  };
  return {
    ...data,
    tables: tables.map((table) => ({
      ...table,
      foreignKeys: table.foreignKeys.filter(
        (key) => isThere(table.name, key.columns) && isThere(key.target, key.targetColumns),
      ),
    })),
  };
}

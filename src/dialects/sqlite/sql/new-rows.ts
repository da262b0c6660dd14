// How SQLite inserts many rows with one statement.
import { type RawBuilder, sql } from 'kysely';
import { itemsOf } from '../../../contract/json-parts.ts';
import type { Column, Entity } from '../../../model/database.ts';
import { chained } from '../../../query/dialect/chain.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { BulkInsertSql, KeptColumn, KeptValuesOfNewRows } from '../../../query/dialect/write.ts';
import { bulkInsertByValues } from '../../base/new-rows.ts';
import { keptOfText } from './classes/writing.ts';
import { classOf } from './classes.ts';
import { type Storage, storageOf } from './types.ts';

/** The engine's limit on the parameters of a statement. */
const maxPlaces = 32_766;

/** Classes whose displayed form and type determine the value. */
const selfDescribingStorages: ReadonlySet<Storage> = new Set<Storage>([
  'rowid',
  'integer',
  'real',
  'numeric',
  'text',
  'date',
  'datetime',
  'time',
]);

function followsFromType({ column, isGiven }: KeptColumn): boolean {
  return isGiven && column.mode !== 'json' && selfDescribingStorages.has(storageOf(column));
}

/** Printable ASCII characters that JSON does not escape. */
const plain = /^[\n !#-[\]-~"]*$/;

/**
 * Asking only for the type takes the engine a fifth of the time. A given value came from the service as text, so its
 * bytes follow from its displayed form.
 */
const kept: KeptValuesOfNewRows = {
  text(columns) {
    const parts = columns.map(
      (one): RawBuilder<unknown> =>
        followsFromType(one) ? sql`typeof(${one.value})` : sql`ifnull(${one.kept}, 'null')`,
    );
    return chained(parts, sql` || ',' || `);
  },
  lists(columns, texts, shown) {
    const known = new Map<string, string>();
    const listOf = (text: string) => {
      const list = known.get(text) ?? `[${text.split(',').map(quoted).join()}]`;
      known.set(text, list);
      return list;
    };
    const lines = texts.split('\n');
    if (plain.test(shown)) return lines.map(listOf).join('\n');
    const rows = shown.split('\n');
    return lines
      .map((text, i) => {
        const row = rows[i] ?? '[]';
        return plain.test(row) ? listOf(text) : `[${oddParts(columns, text, row).map(quoted).join()}]`;
      })
      .join('\n');
  },
};

function oddParts(columns: readonly KeptColumn[], text: string, row: string): string[] {
  const items = itemsOf(row);
  return text.split(',').map((type, i) => {
    const one = columns[i];
    if (type !== 'text' || one === undefined || !followsFromType(one)) return type;
    return keptOfText(String(JSON.parse(items[one.place] ?? '""')));
  });
}

const quoted = (part: string) => (part === 'null' ? 'null' : `"${part}"`);

export const newRows: BulkInsertSql = {
  ...bulkInsertByValues((column: Column) => classOf(column), maxPlaces),
  kept,
  // One long text of all rows takes three quarters of the time of INSERT's rows, each of which is two texts.
  byKey: {
    isFor: ([column, ...others]) =>
      column !== undefined && others.length === 0 && storageOf(column) === 'rowid',
    show(table, key, keys, texts) {
      const lines = sql.join(texts.map((text) => sql`group_concat(${text}, char(10))`));
      return sql`select ${lines} from ${table} where ${key} in (select k.value from json_each(${keys}) k)`;
    },
  },
  // A file with UTF-16 texts stores other bytes than those given.
  laterChanges: ({ id }) => ({
    sql: `select name from main.sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase
      union all select encoding from pragma_encoding where encoding <> 'UTF-8' limit 1`,
    parameters: [id.table],
  }),
};

export function triggers({ id }: Entity): BoundSql {
  return {
    sql: "select name from main.sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase",
    parameters: [id.table],
  };
}

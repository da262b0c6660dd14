// Lists and single records of an entity.
import { Problem } from '../../contract/problem.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import type { Column, Entity } from '../../model/database.ts';
import { parseKey } from '../../model/keys.ts';
import type { Statement } from '../../query/dialect/sql.ts';
import {
  compileBytes,
  compileList,
  compileRecord,
  type KeyValue,
  type RecordAddresses,
} from '../../query/records.ts';
import { type Asker, entityOf, type OpenDatabase, type Snapshot } from '../database.ts';

export interface ListRequest {
  readonly entity: string;
  readonly limit: bigint | null;
  readonly offset: bigint;
}

export interface RecordListing {
  /** The records as JSON objects, separated by commas. */
  readonly rows: RowStream;
  readonly isView: boolean;
}

export function listRecords(
  open: OpenDatabase,
  asker: Asker,
  request: ListRequest,
  addresses: RecordAddresses,
): Promise<RecordListing> {
  return open.use(asker, async ({ dialect, connection, database }) => {
    const entity = entityOf(database, request.entity);
    const statement = compileList(dialect.sql, database, entity, addresses, request);
    const rows = await connection.stream(statement, ',');
    return { rows, isView: entity.kind === 'view' };
  });
}

export interface RecordRequest {
  readonly entity: string;
  /** The bracketed segment as it stands in the URL. */
  readonly key: string;
  /** Columns that the values belong to, where they are not the key. */
  readonly by: readonly string[] | null;
}

/** The record as JSON text. */
export function readRecord(
  open: OpenDatabase,
  asker: Asker,
  request: RecordRequest,
  addresses: RecordAddresses,
): Promise<string> {
  return open.use(asker, async (snapshot) => {
    const { dialect, database } = snapshot;
    const entity = entityOf(database, request.entity);
    const record = await readOne(snapshot, entity, request, (key) =>
      compileRecord(dialect.sql, database, entity, addresses, key),
    );
    if (record !== undefined) return record;
    throw new Problem('unknown-record', `${entity.name} has no record with this key.`);
  });
}

/** The bytes of one value of a record. */
export function readBytes(
  open: OpenDatabase,
  asker: Asker,
  request: RecordRequest & { readonly column: string },
): Promise<Buffer> {
  return open.use(asker, async (snapshot) => {
    const { sql } = snapshot.dialect;
    const entity = entityOf(snapshot.database, request.entity);
    const column = entity.column.get(request.column);
    if (column === undefined) {
      throw new Problem('not-found', `${entity.name} has no column "${request.column}".`, {
        unknownName: true,
      });
    }
    const mayHoldBytes = column.mode === 'binary' || sql.isBytes !== undefined;
    const json = mayHoldBytes
      ? await readOne(snapshot, entity, request, (key) => compileBytes(sql, entity, key, column))
      : undefined;
    if (json !== undefined) return Buffer.from(String(JSON.parse(json)), 'base64');
    throw new Problem('not-found', `There is no record with this key, or its "${column.name}" has no bytes.`);
  });
}

/** The one row that the key addresses, by the first reading of it that finds any. */
async function readOne(
  { connection }: Snapshot,
  entity: Entity,
  request: RecordRequest,
  compile: (key: readonly KeyValue[]) => Statement | null,
): Promise<string | undefined> {
  const columns = addressColumns(entity, request.by);
  const readings = parseKey(request.key);
  const fitting = readings.filter((values) => values.length === columns.length);
  if (fitting.length === 0) throw wrongKeyLength(entity, columns, readings[0]?.length ?? 0);
  for (const values of fitting) {
    const statement = compile(columns.map((column, i) => ({ column, text: values[i] ?? null })));
    if (statement === null) continue;
    const [row, second] = isUnique(entity, columns)
      ? await connection.lookUp(statement)
      : await connection.fetch(statement);
    if (second !== undefined) {
      throw new Problem('ambiguous-key', `Several records of ${entity.name} have this key.`);
    }
    if (row !== undefined) return row;
  }
  return undefined;
}

/** An index finds the values: no look through the whole table. */
function isUnique(entity: Entity, columns: readonly Column[]): boolean {
  if (columns === entity.key) return entity.keyKind !== 'all';
  const names = new Set(columns.map((column) => column.name));
  return entity.indexes.some((index) => index.unique && index.columns.every((name) => names.has(name)));
}

function addressColumns(entity: Entity, by: readonly string[] | null): readonly Column[] {
  if (entity.kind === 'view') {
    throw new Problem('unknown-record', `${entity.name} is a view: its rows have no addresses.`);
  }
  if (by === null) return entity.key;
  return by.map((name) => {
    const column = entity.column.get(name);
    if (column) return column;
    throw new Problem('malformed-request', `${entity.name} has no column "${name}" to look records up by.`, {
      allowed: [...entity.column.keys()],
    });
  });
}

function wrongKeyLength(entity: Entity, columns: readonly Column[], given: number): Problem {
  const wanted = columns.map((column) => `{${column.name}}`);
  return new Problem(
    'bad-key',
    `The key of ${entity.name} has ${columns.length} value(s), [${wanted.join(',')}], and ${given} came.`,
    { allowed: [`[${wanted.join(',')}]`] },
  );
}

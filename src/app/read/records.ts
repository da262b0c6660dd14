// Lists and single records of an entity.
import { Problem } from '../../contract/problem.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import type { Column, Entity } from '../../model/database.ts';
import { parseKey } from '../../model/keys.ts';
import type { RecordAddresses } from '../../query/compile/records.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { entityOf, type Snapshot } from '../snapshot.ts';
import {
  bytesStatement,
  type ListPage,
  listStatement,
  presenceStatement,
  type RecordKey,
  recordStatement,
} from './record-statements.ts';

export interface ListRequest extends ListPage {
  readonly entity: string;
}

export interface RecordListing {
  /** The records as JSON objects, separated by commas. */
  readonly rows: RowStream;
  readonly isView: boolean;
}

export function listRecords(
  open: OpenDatabase,
  requester: Requester,
  request: ListRequest,
  addresses: RecordAddresses,
): Promise<RecordListing> {
  return open.use(requester, async (snapshot) => {
    const entity = entityOf(snapshot.database, request.entity);
    const statement = listStatement(snapshot, entity, addresses, request);
    const rows = await snapshot.connection.stream(statement, ',');
    return { rows, isView: entity.kind === 'view' };
  });
}

export interface RecordRequest {
  readonly entity: string;
  /** The bracketed segment as it is in the URL. */
  readonly key: string;
  /** The columns that the values belong to, if not the key. */
  readonly by: readonly string[] | null;
}

/** The record as JSON text, synchronously if the engine can. */
export function readRecord(
  open: OpenDatabase,
  requester: Requester,
  request: RecordRequest,
  addresses: RecordAddresses,
): string | Promise<string> {
  return (
    open.runSync(requester, (snapshot) => readRecordNow(snapshot, request, addresses)) ??
    open.use(requester, async (snapshot) => {
      const entity = entityOf(snapshot.database, request.entity);
      const record = await readOne(snapshot, entity, request, (key) =>
        recordStatement(snapshot, entity, addresses, key),
      );
      if (record !== undefined) return record;
      throw new Problem('unknown-record', `${entity.name} has no record with this key.`);
    })
  );
}

/** The key in an address; null if it is ambiguous or not a unique key. */
export function onlyKey(entity: Entity, request: RecordRequest): RecordKey | null {
  const { columns, isUnique, readings } = addressed(entity, request);
  const [texts, another] = readings;
  return isUnique && texts !== undefined && another === undefined ? { columns, texts, isUnique } : null;
}

/** Null if it has to be awaited, does not exist, or has an ambiguous key. */
function readRecordNow(
  snapshot: Snapshot,
  request: RecordRequest,
  addresses: RecordAddresses,
): string | null {
  const entity = snapshot.database.entities.get(request.entity);
  if (entity === undefined) return null;
  const key = onlyKey(entity, request);
  const statement = key && recordStatement(snapshot, entity, addresses, key);
  const [row = null, second] = (statement && snapshot.connection.lookUpNow(statement)) ?? [];
  return second === undefined ? row : null;
}

/** Whether such a record exists. */
export async function hasRecord(snapshot: Snapshot, request: RecordRequest): Promise<boolean> {
  const entity = snapshot.database.entities.get(request.entity);
  if (entity === undefined) return false;
  const [column] = entity.key;
  if (column === undefined) return false;
  const found = await readOne(snapshot, entity, request, (key) => presenceStatement(snapshot, entity, key));
  return found !== undefined;
}

/** The bytes of one value of a record. */
export function readBytes(
  open: OpenDatabase,
  requester: Requester,
  request: RecordRequest & { readonly column: string },
): Promise<Buffer> {
  return open.use(requester, async (snapshot) => {
    const entity = entityOf(snapshot.database, request.entity);
    const column = entity.column.get(request.column);
    if (column === undefined) {
      throw new Problem('not-found', `${entity.name} has no column "${request.column}".`, {
        unknownName: true,
      });
    }
    const mayHoldBytes = column.mode === 'binary' || snapshot.dialect.sql.isBytes !== undefined;
    const json = mayHoldBytes
      ? await readOne(snapshot, entity, request, (key) => bytesStatement(snapshot, entity, column, key))
      : undefined;
    if (json !== undefined) return Buffer.from(String(JSON.parse(json)), 'base64');
    throw new Problem('not-found', `There is no record with this key, or its "${column.name}" has no bytes.`);
  });
}

/** The row that the key addresses, by the first interpretation that finds one. */
async function readOne(
  { connection }: Snapshot,
  entity: Entity,
  request: RecordRequest,
  compile: (key: RecordKey) => Statement | null,
): Promise<string | undefined> {
  return (await locateRecord({ connection }, entity, request, compile))?.row;
}

/** The same, with the statement that found it. */
export async function locateRecord(
  { connection }: Pick<Snapshot, 'connection'>,
  entity: Entity,
  request: RecordRequest,
  compile: (key: RecordKey) => Statement | null,
): Promise<{ readonly row: string; readonly statement: Statement } | null> {
  const { columns, isUnique, readings } = addressed(entity, request);
  for (const texts of readings) {
    const statement = compile({ columns, texts, isUnique });
    if (statement === null) continue;
    const [row, second] = isUnique ? await connection.lookUp(statement) : await connection.fetch(statement);
    if (second !== undefined) {
      throw new Problem('ambiguous-key', `Several records of ${entity.name} have this key.`);
    }
    if (row !== undefined) return { row, statement };
  }
  return null;
}

interface Addressed {
  readonly columns: readonly Column[];
  readonly isUnique: boolean;
  /** The possible values of the columns, likeliest first. */
  readonly readings: readonly (readonly (string | null)[])[];
}

/** The possible meanings of an address. */
function addressed(entity: Entity, { key, by }: RecordRequest): Addressed {
  const columns = addressColumns(entity, by);
  // A user who may not see the whole key gets no addresses.
  if (columns.length === 0) return { columns, isUnique: false, readings: [] };
  const readings = parseKey(key);
  const fitting = readings.filter((values) => values.length === columns.length);
  if (fitting.length === 0) throw wrongKeyLength(entity, columns, readings[0]?.length ?? 0);
  return {
    columns,
    isUnique: isUniqueKey(entity, columns),
    readings: fitting.filter(
      (texts) => !texts.some((text, i) => text === null && isPartial(entity, columns[i])),
    ),
  };
}

/** If a column is visible only in some rows, null in it addresses nothing. */
function isPartial({ restriction }: Entity, column: Column | undefined): boolean {
  return column !== undefined && restriction?.partial.has(column.name) === true;
}

/** A unique index finds the values without a table scan. */
function isUniqueKey(entity: Entity, columns: readonly Column[]): boolean {
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

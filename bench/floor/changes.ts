// The floor of changes: a hand-written endpoint that changes one row, and one that changes many rows in one
// transaction. Both give the service's guarantees except a journal: they accept only known columns and values, lock the
// rows, compare them with the expected values, check what the engine stored, flush to disk, and return the rows.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { listen } from './listen.ts';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly amount: unknown;
  readonly day: string;
  readonly note: string;
}

/** A change in the service's format. */
export interface ItemChange {
  readonly op: 'update';
  readonly entity: 'item';
  readonly key: { readonly id: number };
  readonly set: { readonly note: string };
  readonly expect: { readonly note: string };
}

/** A row before and after its change. */
interface Changed {
  readonly before: Item;
  readonly after: Item;
}

/** Null if the row is not as expected. */
type Patched = Item | null;

interface Items {
  read(id: number): Promise<Item | undefined>;
  patch(id: number, note: string, tag: string): Promise<Patched>;
  /** All or nothing. */
  apply(changes: readonly ItemChange[]): Promise<Changed[]>;
}

const tagOf = (item: Item) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`;

const selectItem = 'select id, name, amount, day, note from item where id = ?';
const update = 'update item set note = ? where id = ?';

/** The number of rows locked and compared, or read back, by one statement. */
const readBatchSize = 1_000;

/** A refused request, with its status. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** The engine may truncate or pad a value without telling the client. */
function checkWritten(item: Item | undefined, note: string): Item {
  if (item?.note !== note) throw new Refused(422);
  return item;
}

function checkUnchanged(item: Item | undefined, { expect }: ItemChange): Item {
  if (item === undefined || item.note !== expect.note) throw new Refused(409);
  return item;
}

function openSqlite(url: string): Items {
  const db = new Sqlite(url.replace('sqlite:///', ''));
  db.pragma('synchronous = full');
  db.pragma('foreign_keys = on');
  const select = db.prepare<[number], Item>(selectItem);
  const write = db.prepare<[string, number]>(update);
  const patch = db.transaction((id: number, note: string, tag: string): Patched => {
    const item = select.get(id);
    if (item === undefined || tagOf(item) !== tag) return null;
    write.run(note, id);
    return checkWritten(select.get(id), note);
  });
  const apply = db.transaction((changes: readonly ItemChange[]) =>
    changes.map((change): Changed => {
      const { id } = change.key;
      const before = checkUnchanged(select.get(id), change);
      write.run(change.set.note, id);
      return { before, after: checkWritten(select.get(id), change.set.note) };
    }),
  );
  return {
    read: async (id) => select.get(id),
    patch: async (id, note, tag) => patch.immediate(id, note, tag),
    apply: async (changes) => apply.immediate(changes),
  };
}

/** A connection within a transaction. */
interface Connection {
  rows(sql: string, values: readonly unknown[]): Promise<readonly Item[]>;
}

interface ServerAccess {
  transact<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Locks many rows. */
  readonly many: (ids: readonly number[]) => readonly [sql: string, values: readonly unknown[]];
}

function openServer({ transact, many }: ServerAccess): Items {
  const items = async (connection: Connection, changes: readonly ItemChange[]) => {
    const found = new Map<number, Item>();
    for (let from = 0; from < changes.length; from += readBatchSize) {
      const [sql, values] = many(changes.slice(from, from + readBatchSize).map(({ key }) => key.id));
      for (const item of await connection.rows(sql, values)) found.set(item.id, item);
    }
    return found;
  };
  return {
    read: (id) => transact(async (connection) => (await connection.rows(selectItem, [id]))[0]),
    patch: (id, note, tag) =>
      transact(async (connection) => {
        const [item] = await connection.rows(`${selectItem} for update`, [id]);
        if (item === undefined || tagOf(item) !== tag) return null;
        await connection.rows(update, [note, id]);
        return checkWritten((await connection.rows(selectItem, [id]))[0], note);
      }),
    apply: (changes) =>
      transact(async (connection) => {
        const now = await items(connection, changes);
        const before = changes.map((change) => checkUnchanged(now.get(change.key.id), change));
        for (const { key, set } of changes) await connection.rows(update, [set.note, key.id]);
        const later = await items(connection, changes);
        return before.map((was, i): Changed => {
          const note = changes[i]?.set.note ?? '';
          return { before: was, after: checkWritten(later.get(was.id), note) };
        });
      }),
  };
}

function openPostgres(url: string): Items {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const names = new Map<string, string>();
  const named = (sql: string) => {
    const name = names.get(sql) ?? `q${names.size}`;
    names.set(sql, name);
    let n = 0;
    return { name, text: sql.replace(/\?/g, () => `$${++n}`) };
  };
  return openServer({
    async transact(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work({
          rows: async (sql, values) =>
            (await client.query<Item>({ ...named(sql), values: [...values] })).rows,
        });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    many: (ids) => [`${selectItem.replace('= ?', '= any(?)')} order by id for update`, [ids]],
  });
}

function openMysql(url: string): Items {
  const pool = mysql.createPool({ uri: url, connectionLimit: 10, dateStrings: true });
  return openServer({
    async transact(work) {
      const connection = await pool.getConnection();
      try {
        await connection.query('begin');
        const result = await work({
          // An UPDATE returns no rows, and its result is ignored.
          rows: async (sql, values) =>
            (await connection.execute(sql, values as never))[0] as unknown as Item[],
        });
        await connection.query('commit');
        return result;
      } catch (error) {
        await connection.query('rollback');
        throw error;
      } finally {
        connection.release();
      }
    },
    many: (ids) => [
      `${selectItem.replace('= ?', `in (${ids.map(() => '?').join()})`)} order by id for update`,
      ids,
    ],
  });
}

const engines: Readonly<Record<Engine, (url: string) => Items>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
  mysql: openMysql,
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

const longestNote = 60;

/** This endpoint allows changes of a single column only. */
function parseNote(body: unknown): string {
  if (typeof body !== 'object' || body === null) throw new Refused(400);
  const [[name, note] = [], ...others] = Object.entries(body);
  if (name !== 'note' || others.length > 0) throw new Refused(400);
  if (typeof note !== 'string' || note.length > longestNote) throw new Refused(422);
  return note;
}

function parseChanges(body: unknown): readonly ItemChange[] {
  // Each change is validated below.
  const { changes } = body as { readonly changes: readonly ItemChange[] };
  for (const { op, entity, key, set, expect } of changes) {
    if (op !== 'update' || entity !== 'item' || !Number.isSafeInteger(key.id)) throw new Refused(400);
    parseNote(set);
    parseNote(expect);
  }
  return changes;
}

function send(response: ServerResponse, status: number, result: object, tag?: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (tag !== undefined) response.setHeader('etag', tag);
  response.end(JSON.stringify(result));
}

const [engine, url = ''] = process.argv.slice(2);
// Set by the chapter that starts this process.
const items = engines[engine as Engine](url);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = /^\/item\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (key === undefined) {
    const changes = parseChanges(await bodyOf(request));
    const changed = await items.apply(changes);
    const told = changed.map((rows, i) => ({ op: 'update', entity: 'item', key: changes[i]?.key, ...rows }));
    return send(response, 201, { changes: told });
  }
  if (request.method === 'GET') {
    const item = await items.read(Number(key));
    return item === undefined ? send(response, 404, {}) : send(response, 200, item, tagOf(item));
  }
  const note = parseNote(await bodyOf(request));
  const item = await items.patch(Number(key), note, request.headers['if-match'] ?? '');
  return item === null ? send(response, 412, {}) : send(response, 200, item, tagOf(item));
}

listen(async (request, response) => {
  try {
    await answer(request, response);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    send(response, error.status, {});
  }
});

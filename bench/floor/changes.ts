// The floor of changes: an endpoint that changes a row by hand, and one that changes many rows in one transaction. Both
// lock what they change, compare it with what was seen last, and wait for the disk as the service does; there is no journal.
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

export interface ItemChange {
  readonly id: number;
  readonly note: string;
  readonly expected: string;
}

/** Null where the row is not as it was seen. */
type Patched = Item | null;

interface Items {
  read(id: number): Promise<Item | undefined>;
  patch(id: number, note: string, tag: string): Promise<Patched>;
  /** All of them, or none and false. */
  apply(changes: readonly ItemChange[]): Promise<boolean>;
}

const tagOf = (item: Item) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`;

const oneItem = 'select id, name, amount, day, note from item where id = ?';
const update = 'update item set note = ? where id = ?';

/** Rows that are locked and compared by one statement. */
const lockedTogether = 1_000;

class Stale extends Error {}

function onSqlite(url: string): Items {
  const db = new Sqlite(url.replace('sqlite:///', ''));
  db.pragma('synchronous = full');
  db.pragma('foreign_keys = on');
  const select = db.prepare<[number], Item>(oneItem);
  const write = db.prepare<[string, number]>(update);
  const patch = db.transaction((id: number, note: string, tag: string): Patched => {
    const item = select.get(id);
    if (item === undefined || tagOf(item) !== tag) return null;
    write.run(note, id);
    return select.get(id) ?? null;
  });
  const apply = db.transaction((changes: readonly ItemChange[]) => {
    for (const { id, note, expected } of changes) {
      if (select.get(id)?.note !== expected) throw new Stale();
      write.run(note, id);
    }
  });
  return {
    read: async (id) => select.get(id),
    patch: async (id, note, tag) => patch.immediate(id, note, tag),
    apply: async (changes) => told(async () => apply.immediate(changes)),
  };
}

/** A connection within a transaction. */
interface Connection {
  rows(sql: string, values: readonly unknown[]): Promise<readonly Item[]>;
}

interface ServerWords {
  transact<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** The notes of many rows, locked. */
  readonly many: (ids: readonly number[]) => readonly [sql: string, values: readonly unknown[]];
}

function onServer({ transact, many }: ServerWords): Items {
  return {
    read: (id) => transact(async (connection) => (await connection.rows(oneItem, [id]))[0]),
    patch: (id, note, tag) =>
      transact(async (connection) => {
        const [item] = await connection.rows(`${oneItem} for update`, [id]);
        if (item === undefined || tagOf(item) !== tag) return null;
        await connection.rows(update, [note, id]);
        return (await connection.rows(oneItem, [id]))[0] ?? null;
      }),
    apply: (changes) =>
      told(() =>
        transact(async (connection) => {
          for (let from = 0; from < changes.length; from += lockedTogether) {
            const some = changes.slice(from, from + lockedTogether);
            const [sql, values] = many(some.map(({ id }) => id));
            const now = new Map((await connection.rows(sql, values)).map(({ id, note }) => [id, note]));
            if (some.some(({ id, expected }) => now.get(id) !== expected)) throw new Stale();
          }
          for (const { id, note } of changes) await connection.rows(update, [note, id]);
        }),
      ),
  };
}

function onPostgres(url: string): Items {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const names = new Map<string, string>();
  const named = (sql: string) => {
    const name = names.get(sql) ?? `q${names.size}`;
    names.set(sql, name);
    let n = 0;
    return { name, text: sql.replace(/\?/g, () => `$${++n}`) };
  };
  return onServer({
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
    many: (ids) => ['select id, note from item where id = any(?) order by id for update', [ids]],
  });
}

function onMysql(url: string): Items {
  const pool = mysql.createPool({ uri: url, connectionLimit: 10, dateStrings: true });
  return onServer({
    async transact(work) {
      const connection = await pool.getConnection();
      try {
        await connection.query('begin');
        const result = await work({
          // An UPDATE gives no rows, and nobody looks at what it gives.
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
      `select id, note from item where id in (${ids.map(() => '?').join()}) order by id for update`,
      ids,
    ],
  });
}

async function told(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}

const engines: Readonly<Record<Engine, (url: string) => Items>> = {
  sqlite: onSqlite,
  postgres: onPostgres,
  mysql: onMysql,
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

function send(response: ServerResponse, status: number, result: object, tag?: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (tag !== undefined) response.setHeader('etag', tag);
  response.end(JSON.stringify(result));
}

const [engine, url = ''] = process.argv.slice(2);
// Named by the chapter that starts this.
const items = engines[engine as Engine](url);

listen(async (request, response) => {
  const key = /^\/item\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (key === undefined) {
    // The benchmark is the only client, and sends what it should.
    const isDone = await items.apply((await bodyOf(request)) as ItemChange[]);
    return send(response, isDone ? 200 : 409, {});
  }
  if (request.method === 'GET') {
    const item = await items.read(Number(key));
    return item === undefined ? send(response, 404, {}) : send(response, 200, item, tagOf(item));
  }
  const { note } = (await bodyOf(request)) as Pick<Item, 'note'>;
  const item = await items.patch(Number(key), note, request.headers['if-match'] ?? '');
  return item === null ? send(response, 412, {}) : send(response, 200, item, tagOf(item));
});

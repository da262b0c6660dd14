// The state store on a MySQL or MariaDB server: prefixed tables in the URL's database.
import { Kysely, type LogEvent, MysqlDialect, type MysqlPoolConnection, sql } from 'kysely';
import mysql, { type PoolOptions } from 'mysql2';
import { isLost } from '../dialects/mysql/wire/failure.ts';
import { serverOptions } from '../dialects/mysql/wire/options.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import { ownPrefix as prefix } from '../model/own-schema.ts';
import type { StoreEngine } from './engine.ts';
import { PrefixPlugin } from './prefix.ts';
import type { FoundRows, RowReader } from './row-gathering.ts';
import { firstPrepared, poolSize, ServerStore, silenceMs } from './server-store.ts';
import type { OpenStoreOptions } from './store.ts';
import { type KeyedTable, keyColumns, type StoreTables } from './tables.ts';

const engine: StoreEngine = {
  types: {
    key: sql`varchar(255) character set utf8mb4 collate utf8mb4_bin`,
    text: sql`longtext character set utf8mb4 collate utf8mb4_bin`,
    integer: sql`bigint`,
  },
  hasTransactionalDdl: false,
  prepare: async () => {},
  // A table, a column, an index.
  isAlreadyThere: (error) => [1050, 1060, 1061].includes(numberOf(error)),
  isMissing: (error) => numberOf(error) === 1146,
  // A deadlock, or a cluster's refusal at commit: the whole transaction is rolled back.
  isRolledBack: (error) => numberOf(error) === 1213,
  isAway: (error) => isLost(error) || away.has(numberOf(error)),
};

/** Disk full, too many connections, shutdown, table full, lock wait timeout, read-only, unknown or refused, no COMMIT. */
const away = new Set([
  1021, 1037, 1040, 1041, 1044, 1045, 1047, 1049, 1053, 1077, 1114, 1129, 1130, 1152, 1158, 1159, 1160, 1161,
  1180, 1203, 1205, 1226, 1290, 1317, 1836, 1927,
]);

/** Unlike for data, rows are objects and values JavaScript values. */
const valueOptions = { rowsAsArray: false, typeCast: true } as const;

function numberOf(error: unknown): number {
  return error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
}

/** Adds a timeout to each statement, and discards broken connections. */
function guarded(pool: mysql.Pool): ConstructorParameters<typeof MysqlDialect>[0]['pool'] {
  return {
    getConnection: (callback) =>
      pool.getConnection((error, connection) => {
        if (error) {
          callback(error, undefined as unknown as MysqlPoolConnection); // As the driver itself does.
          return;
        }
        let isBroken = false;
        const own = {
          query: (text: string, values: readonly unknown[], done: (error: unknown, rows: unknown) => void) =>
            connection.query({ sql: text, values: [...values], timeout: silenceMs }, (failure, rows) => {
              isBroken ||= failure !== null && isLost(failure);
              done(failure, rows);
            }),
          release: () => (isBroken ? connection.destroy() : connection.release()),
        };
        callback(null, own as unknown as MysqlPoolConnection); // Kysely calls only these, and only this way.
      }),
    end: (callback) => pool.end(callback),
  };
}

function rowReader(pool: mysql.Pool): RowReader {
  const rowsOf = (table: KeyedTable, keys: readonly string[]) =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      const sql = `select * from ${prefix}${table} where ${keyColumns[table]} in (?)`;
      pool.query<mysql.RowDataPacket[]>({ sql, values: [keys], timeout: silenceMs }, (error, rows) =>
        error ? reject(error) : resolve(rows),
      );
    });
  return {
    async read(wanted) {
      const tables = [...wanted].map(async ([table, keys]) => [table, await rowsOf(table, keys)] as const);
      // The columns are the tables' own.
      return new Map(await Promise.all(tables)) as unknown as FoundRows;
    },
  };
}

export async function mysqlStore(
  url: DatabaseUrl,
  { onStatement, mustExist }: Required<OpenStoreOptions>,
): Promise<ServerStore> {
  const { driver, plainIfRefused } = serverOptions(url);
  const { ssl, ...plain } = driver;
  const kinds = ssl === undefined ? [plain] : plainIfRefused ? [driver, plain] : [driver];
  return firstPrepared(kinds, mustExist, (kind) => {
    const options: PoolOptions = {
      ...kind,
      ...valueOptions,
      connectTimeout: silenceMs,
      connectionLimit: poolSize,
      maxIdle: poolSize,
      idleTimeout: 60_000,
      enableKeepAlive: true,
    };
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      connection.on('error', () => {});
      connection.query(
        "set names utf8mb4 collate utf8mb4_bin, session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = 4",
      );
      connection.query('set session transaction isolation level read committed');
    });
    const db = (log: (event: LogEvent) => void) =>
      new Kysely<StoreTables>({
        dialect: new MysqlDialect({ pool: guarded(pool) }),
        plugins: [new PrefixPlugin(prefix)],
        log,
      });
    return new ServerStore({ db, onStatement, engine, rowReader: rowReader(pool), display: url.display });
  });
}

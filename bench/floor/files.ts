// The floor over a Parquet file: DuckDB's bare driver, a pool of connections with prepared statements, and
// JSON.stringify.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { listen } from './listen.ts';

const [, , folder = ''] = process.argv;
const instance = await DuckDBInstance.create(':memory:');
const loading = await instance.connect();
await loading.run(`create table sale as select * from read_parquet('${join(folder, 'sale.parquet')}')`);

const columns = ['sale_id', 'customer_id', 'shop', 'amount', 'note', 'day'] as const;
/** With JSON numbers. */
const listed = 'sale_id::double, customer_id, shop, amount::double, note, day::varchar';

/**
 * A connection with its own prepared statements: if two requests bound the same statement at once, both would get one's
 * answer.
 */
interface Session {
  readonly connection: DuckDBConnection;
  readonly statements: Map<string, DuckDBPreparedStatement>;
}

const idle: Session[] = [{ connection: loading, statements: new Map() }];

async function using<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = idle.pop() ?? { connection: await instance.connect(), statements: new Map() };
  try {
    return await work(session);
  } finally {
    idle.push(session);
  }
}

function rows(sql: string, values: readonly (number | string)[]): Promise<unknown[][]> {
  return using(async ({ connection, statements }) => {
    const statement = statements.get(sql) ?? (await connection.prepare(sql));
    statements.set(sql, statement);
    values.forEach((value, i) => {
      if (typeof value === 'number') statement.bindInteger(i + 1, value);
      else statement.bindVarchar(i + 1, value);
    });
    return (await statement.run()).getRowsJS();
  });
}

function recordOf(base: string, row: readonly unknown[]): object {
  const values = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
  return { ...values, __url__: `${base}/tables/sale/recs/[${row[0]}]`, __links__: {} };
}

async function grid(
  cols: readonly string[],
  from: string,
  order: string,
  values: readonly (number | string)[],
) {
  const data = await rows(`select ${listed} ${from} ${order} limit 100`, values);
  const [[total] = []] = await rows(`select count(*)::double ${from}`, values);
  return { data, cols, size: { offset: 0, total, frame: data.length } };
}

interface Asked {
  readonly customer?: number;
  readonly text?: string;
  readonly upTo?: number;
}

const answers: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  '/page': ({ customer = 0 }) =>
    grid(columns, 'from sale where customer_id = ?', 'order by amount desc nulls last, sale_id', [customer]),
  '/search': ({ text = '' }) =>
    grid(columns, `from sale where note ilike ?`, 'order by sale_id', [`%${text}%`]),
  '/group': async () => {
    const data = await rows(
      'select shop, sum(amount)::double, count(sale_id)::double from sale group by shop order by shop nulls last limit 100',
      [],
    );
    return {
      data,
      cols: ['shop', 'sum_amount', 'count_sale_id'],
      size: { offset: 0, total: data.length, frame: data.length },
    };
  },
};

function stream(
  response: ServerResponse,
  sql: string,
  value: number,
  write: (row: unknown[], isFirst: boolean) => string,
  [begin, end]: readonly [string, string],
): Promise<void> {
  return using(async ({ connection }) => {
    const statement = await connection.prepare(sql);
    statement.bindInteger(1, value);
    const result = await statement.stream();
    let isFirst = true;
    response.write(begin);
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      let text = '';
      for (const row of chunk.getRows()) {
        text += write(row, isFirst);
        isFirst = false;
      }
      if (!response.write(text)) await once(response, 'drain');
    }
    response.end(end);
  });
}

const cell = (value: unknown) => {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const base = `http://${request.headers.host}/api/database`;
  const path = request.url ?? '';
  let body = '';
  for await (const chunk of request) body += chunk;
  // The benchmark is the only client, and sends valid bodies.
  const asked = (body === '' ? {} : JSON.parse(body)) as Asked;
  const key = /\/recs\/\[(\d+)\]$/.exec(path)?.[1];
  const limit = /\/tables\/sale\?limit=(\d+)$/.exec(path)?.[1];
  if (limit !== undefined) {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const begin = `{"add":"${base}/tables/sale/add","data":[`;
    const write = (row: unknown[], isFirst: boolean) =>
      `${isFirst ? '' : ','}${JSON.stringify(recordOf(base, row))}`;
    return stream(response, `select ${listed} from sale order by sale_id limit ?`, Number(limit), write, [
      begin,
      ']}',
    ]);
  }
  if (path === '/export') {
    response.setHeader('content-type', 'text/csv; charset=utf-8');
    const sql =
      'select sale_id, customer_id, shop, amount, note, day from sale where sale_id <= ? order by sale_id';
    const write = (row: unknown[]) => `${row.map(cell).join(',')}\r\n`;
    return stream(response, sql, asked.upTo ?? 0, write, [`${columns.join(',')}\r\n`, '']);
  }
  const [found] =
    key === undefined ? [] : await rows(`select ${listed} from sale where sale_id = ?`, [Number(key)]);
  const result = found === undefined ? await answers[path]?.(asked) : recordOf(base, found);
  response.statusCode = result === undefined && path !== '/api/database' ? 404 : 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(result ?? {}));
}

listen(answer);

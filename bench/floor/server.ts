// The floor: the endpoints of the benchmark written by hand, with node:http, a bare driver and JSON.stringify.
// It answers byte for byte what Joinery answers, so the ratio of the two is the price of being general.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FloorDriver, Row } from './driver.ts';
import { readSchema } from './schema.ts';

const joins =
  'orders o left join customers c on c.id = o.customer_id left join employees e on e.id = o.employee_id';
const gridColumns = ['id', 'ordered_at', 'status', 'customer', 'city', 'employee'];

/** The statements of the workloads, in the words of an engine. */
function statementsOf({ moment, ilike }: FloorDriver) {
  const orders = `select id, customer_id, employee_id, ${moment('ordered_at')} as ordered_at, status, note from orders`;
  const page = `select o.id as a0, ${moment('o.ordered_at')} as a1, o.status as a2, c.name as a3, c.city as a4, e.name as a5 from ${joins}`;
  const sorted = 'order by o.ordered_at desc, o.id limit 100';
  return {
    record: `${orders} where id = ?`,
    list: `${orders} order by id`,
    page: `${page} where o.employee_id = ? ${sorted}`,
    pageCount: 'select count(*) as n from orders where employee_id = ?',
    search: `${page} where ${ilike('c.city')} ${sorted}`,
    searchCount: `select count(*) as n from ${joins} where ${ilike('c.city')}`,
  };
}

function record(base: string, row: Row): Row {
  const links: Record<string, string> = {
    "ForeignKey('customers.id')": `${base}/tables/customers/recs/[${row.customer_id}]`,
  };
  if (row.employee_id !== null) {
    links["ForeignKey('employees.id')"] = `${base}/tables/employees/recs/[${row.employee_id}]`;
  }
  return { ...row, __url__: `${base}/tables/orders/recs/[${row.id}]`, __links__: links };
}

interface Body {
  readonly employee?: number;
  readonly city?: string;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

export function serveFloor(db: FloorDriver): void {
  const sql = statementsOf(db);

  async function grid(rowsSql: string, countSql: string, parameter: unknown): Promise<unknown> {
    const [rows, [count]] = await Promise.all([
      db.query(rowsSql, [parameter]),
      db.query(countSql, [parameter]),
    ]);
    return {
      cols: gridColumns,
      data: rows.map((row) => Object.values(row)),
      size: { offset: 0, total: Number(count?.n), frame: rows.length },
    };
  }

  async function answer(request: IncomingMessage): Promise<unknown> {
    const base = `http://${request.headers.host}/api/database`;
    const path = request.url ?? '';
    const key = /^\/api\/database\/tables\/orders\/recs\/\[(\d+)\]$/.exec(path)?.[1];
    if (key !== undefined) {
      const [row] = await db.query(sql.record, [Number(key)]);
      return row && record(base, row);
    }
    const limit = /^\/api\/database\/tables\/orders\?limit=(\d+)$/.exec(path)?.[1];
    if (limit !== undefined) {
      const rows = await db.query(`${sql.list} limit ${limit}`);
      return { add: `${base}/tables/orders/add`, data: rows.map((row) => record(base, row)) };
    }
    if (path === '/page') return grid(sql.page, sql.pageCount, (await bodyOf(request)).employee);
    if (path === '/search') return grid(sql.search, sql.searchCount, `%${(await bodyOf(request)).city}%`);
    if (path === '/api/database') return readSchema(db, base);
    return undefined;
  }

  // While a statement runs nothing is read: what waits meanwhile must not be taken for idle.
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    answer(request).then(
      (result) => send(response, result),
      (error: unknown) => {
        console.error(error);
        response.destroy();
      },
    );
  });
  // A process that a signal ends keeps nothing for the next start; one that ends by itself keeps its compiled code.
  process.on('SIGTERM', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo; // A TCP server's address is always of this kind.
    console.log(`ready at http://127.0.0.1:${port}`);
  });
}

/** In one piece, with its length: `end` knows it as long as the head is not written. */
function send(response: ServerResponse, result: unknown): void {
  response.statusCode = result === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(result ?? {}));
}

// The floor: the endpoints of the benchmark written by hand, with node:http, a bare driver and JSON.stringify.
// It answers byte for byte what Joinery answers, so the ratio of the two is the price of being general.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../../test/support/engines.ts';
import { openDriver, type Row } from './driver.ts';
import { readSchema } from './schema.ts';

const [engine = '', url = ''] = process.argv.slice(2);
// The runner passes one of the engine names.
const db = openDriver(engine as Engine, url);

const orderColumns = `id, customer_id, employee_id, ${db.moment('ordered_at')} as ordered_at, status, note`;
const recordSql = `select ${orderColumns} from orders where id = ?`;
const listSql = `select ${orderColumns} from orders order by id limit 100000`;

const pageColumns = `o.id as a0, ${db.moment('o.ordered_at')} as a1, o.status as a2, c.name as a3, c.city as a4, e.name as a5`;
const joins =
  'orders o left join customers c on c.id = o.customer_id left join employees e on e.id = o.employee_id';
const pageSql = `select ${pageColumns} from ${joins} where o.employee_id = ? order by o.ordered_at desc, o.id limit 100`;
const pageCountSql = 'select count(*) as n from orders where employee_id = ?';
const searchSql = `select ${pageColumns} from ${joins} where ${db.ilike('c.city')} order by o.ordered_at desc, o.id limit 100`;
const searchCountSql = `select count(*) as n from ${joins} where ${db.ilike('c.city')}`;
const gridColumns = ['id', 'ordered_at', 'status', 'customer', 'city', 'employee'];

function record(base: string, row: Row): Row {
  const links: Record<string, string> = {
    "ForeignKey('customers.id')": `${base}/tables/customers/recs/[${row.customer_id}]`,
  };
  if (row.employee_id !== null) {
    links["ForeignKey('employees.id')"] = `${base}/tables/employees/recs/[${row.employee_id}]`;
  }
  return { ...row, __url__: `${base}/tables/orders/recs/[${row.id}]`, __links__: links };
}

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

async function body(request: IncomingMessage): Promise<{ employee?: number; city?: string }> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const base = `http://${request.headers.host}/api/database`;
  const path = request.url ?? '';
  const key = /^\/api\/database\/tables\/orders\/recs\/\[(\d+)\]$/.exec(path)?.[1];
  if (key !== undefined) {
    const [row] = await db.query(recordSql, [Number(key)]);
    return row && record(base, row);
  }
  if (path.startsWith('/api/database/tables/orders')) {
    const rows = await db.query(listSql);
    return { add: `${base}/tables/orders/add`, data: rows.map((row) => record(base, row)) };
  }
  if (path === '/page') return grid(pageSql, pageCountSql, (await body(request)).employee);
  if (path === '/search') return grid(searchSql, searchCountSql, `%${(await body(request)).city}%`);
  if (path === '/api/database') return readSchema(db, base);
  return undefined;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = await answer(request);
  response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(result ?? {}));
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // A TCP server's address is always of this kind.
  console.log(`ready at http://127.0.0.1:${port}`);
});

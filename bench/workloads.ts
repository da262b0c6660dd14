// The workloads of the sales schema: what is asked of Joinery, and the same question to the floor.
import type { Call } from './load.ts';

export interface Workload {
  readonly name: string;
  readonly floor: readonly Call[];
  readonly joinery: readonly Call[];
}

/** Spread over the table, the same for every run and within the smaller table of a quick one. */
const keys = Array.from({ length: 500 }, (_, i) => ((i * 48_271) % 60_000) + 1);

export const recordCalls: readonly Call[] = keys.map((key) => ({
  method: 'GET',
  path: `/api/database/tables/orders/recs/[${key}]`,
}));

const attribute = (id: string, alias: string) => ({ id, alias, selected: true });

function grid(where: unknown): string {
  return JSON.stringify({
    unigrid: {
      entities: [
        {
          id: 'orders',
          alias: 'o',
          relation: null,
          attributes: [
            attribute('id', 'id'),
            attribute('ordered_at', 'ordered_at'),
            attribute('status', 'status'),
            {
              entity: {
                id: 'customers',
                relation: { attr_parent: 'customer_id' },
                attributes: [attribute('name', 'customer'), attribute('city', 'city')],
              },
            },
            {
              entity: {
                id: 'employees',
                relation: { attr_parent: 'employee_id' },
                attributes: [attribute('name', 'employee')],
              },
            },
            { id: 'employee_id', alias: 'employee_id', selected: false },
          ],
        },
      ],
      where,
      order: [{ alias: 'ordered_at', asc: false }],
      offset: 0,
      limit: 100,
    },
  });
}

const filter = (name: string, alias: string, value: unknown) => ({
  func: { name, args: [{ alias }, { value }] },
});

const queryPath = '/api/database/uni-grid-request';
const employees = Array.from({ length: 50 }, (_, i) => ((i * 37) % 200) + 1);
const cities = ['urg 1', 'lyon 2', 'oslo 77', 'gent', 'graz 9', 'split 55', 'turku', 'porto 3'];

/** Short answers, each with the least part of the floor's rate that is good enough. */
export const rateWorkloads: readonly (Workload & { readonly atLeast: number })[] = [
  { name: 'one record by key', floor: recordCalls, joinery: recordCalls, atLeast: 0.8 },
  {
    name: 'page of 100: key filter, two joins, sort, total',
    floor: employees.map((employee) => ({
      method: 'POST',
      path: '/page',
      body: JSON.stringify({ employee }),
    })),
    joinery: employees.map((employee) => ({
      method: 'POST',
      path: queryPath,
      body: grid(filter('EQ', 'employee_id', employee)),
    })),
    atLeast: 1.0,
  },
  {
    name: 'page of 100: ILIKE on a joined column, two joins, sort, total',
    floor: cities.map((city) => ({ method: 'POST', path: '/search', body: JSON.stringify({ city }) })),
    joinery: cities.map((city) => ({
      method: 'POST',
      path: queryPath,
      body: grid(filter('ILIKE', 'city', `%${city}%`)),
    })),
    atLeast: 1.3,
  },
];

export function listWorkload(rows: number): Workload {
  const call: Call = { method: 'GET', path: `/api/database/tables/orders?limit=${rows}` };
  return {
    name: `record list of ${rows.toLocaleString('en')} rows with links`,
    floor: [call],
    joinery: [call],
  };
}

/** A part of the order lines, by the numbers of their orders; null for all of them. */
export type ExportPart = { readonly from: number; readonly to: number } | null;

/** All order lines with three joined tables; the command-line clients get the same as SQL. */
export function exportCall(part: ExportPart): Call {
  const where =
    part === null
      ? null
      : {
          func: {
            name: 'BETWEEN_INC',
            args: [{ alias: 'order_id' }, { value: part.from }, { value: part.to }],
          },
        };
  const customers = {
    id: 'customers',
    relation: { attr_parent: 'customer_id' },
    attributes: [attribute('name', 'customer')],
  };
  const orders = {
    id: 'orders',
    relation: { attr_parent: 'order_id' },
    attributes: [attribute('ordered_at', 'ordered_at'), { entity: customers }],
  };
  const products = {
    id: 'products',
    relation: { attr_parent: 'product_id' },
    attributes: [attribute('name', 'product')],
  };
  const own = ['order_id', 'line_no', 'quantity', 'unit_price'].map((id) => attribute(id, id));
  const attributes = [...own, { entity: products }, { entity: orders }];
  return {
    method: 'POST',
    path: `${queryPath}/export?format=csv`,
    body: JSON.stringify({ entities: [{ id: 'order_lines', relation: null, attributes }], where }),
  };
}

export function exportSql(part: ExportPart): string {
  const where = part === null ? '' : ` where l.order_id between ${part.from} and ${part.to}`;
  return (
    'select l.order_id, l.line_no, l.quantity, l.unit_price, p.name as product, o.ordered_at, c.name as customer' +
    ' from order_lines l left join products p on p.id = l.product_id left join orders o on o.id = l.order_id' +
    ` left join customers c on c.id = o.customer_id${where} order by l.order_id, l.line_no`
  );
}

/** Two lists with no index to meet by: nothing but time solves it. */
export const longCall: Call = {
  method: 'POST',
  path: queryPath,
  body: JSON.stringify({
    entities: ['customers', 'products'].map((id) => ({
      id,
      relation: null,
      attributes: [attribute('name', `${id}_name`)],
    })),
    where: { func: { name: 'NOT_EQ', args: [{ alias: 'customers_name' }, { alias: 'products_name' }] } },
    limit: 0,
  }),
};

export const longSql = 'select count(*) from customers c join products p on c.name <> p.name';

/** Pages of the largest table, for the walk by cursor. */
export function linesPage(after: string | null, offset = 0): Call {
  return {
    method: 'POST',
    path: queryPath,
    body: JSON.stringify({
      entities: [
        {
          id: 'order_lines',
          relation: null,
          attributes: [
            attribute('order_id', 'order_id'),
            attribute('line_no', 'line_no'),
            attribute('quantity', 'quantity'),
          ],
        },
      ],
      limit: 100,
      count: 'none',
      ...(after === null ? { offset } : { after }),
    }),
  };
}

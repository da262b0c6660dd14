// The workloads of the sales schema: what is asked of Joinery, and the same question to the floor.
import type { Call } from './measure.ts';

export interface Workload {
  readonly name: string;
  readonly floor: readonly Call[];
  readonly joinery: readonly Call[];
  /** The least ratio to the floor that we accept. */
  readonly atLeast: number | { readonly sqlite: number; readonly server: number };
}

/** Spread over the table, the same for every run and within the smaller table of a quick one. */
const keys = Array.from({ length: 500 }, (_, i) => ((i * 48_271) % 100_000) + 1);

const records: Call[] = keys.map((key) => ({
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

export const rateWorkloads: readonly Workload[] = [
  { name: 'one record by key', floor: records, joinery: records, atLeast: 0.8 },
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

const list: Call = { method: 'GET', path: '/api/database/tables/orders?limit=100000' };

export const listWorkload: Workload = {
  name: 'record list of 100,000 rows with links',
  floor: [list],
  joinery: [list],
  atLeast: { sqlite: 1.7, server: 1.3 },
};

/** All order lines with three joined tables; the command-line clients get the same as SQL. */
export const exportCall: Call = {
  method: 'POST',
  path: `${queryPath}/export?format=csv`,
  body: JSON.stringify({
    entities: [
      {
        id: 'order_lines',
        relation: null,
        attributes: [
          attribute('order_id', 'order_id'),
          attribute('line_no', 'line_no'),
          attribute('quantity', 'quantity'),
          attribute('unit_price', 'unit_price'),
          {
            entity: {
              id: 'products',
              relation: { attr_parent: 'product_id' },
              attributes: [attribute('name', 'product')],
            },
          },
          {
            entity: {
              id: 'orders',
              relation: { attr_parent: 'order_id' },
              attributes: [
                attribute('ordered_at', 'ordered_at'),
                {
                  entity: {
                    id: 'customers',
                    relation: { attr_parent: 'customer_id' },
                    attributes: [attribute('name', 'customer')],
                  },
                },
              ],
            },
          },
        ],
      },
    ],
  }),
};

export const exportSql =
  'select l.order_id, l.line_no, l.quantity, l.unit_price, p.name as product, o.ordered_at, c.name as customer' +
  ' from order_lines l left join products p on p.id = l.product_id left join orders o on o.id = l.order_id' +
  ' left join customers c on c.id = o.customer_id order by l.order_id, l.line_no';

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

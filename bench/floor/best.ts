// The best contender: the SQL of somebody who measured each engine. It finds the page before joining, gets the total in
// the same statement, fixes the join order where that pays, and reads rows as arrays.
import { once } from 'node:events';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import type { Contender, Grid } from './contender.ts';
import type { FloorDriver, Value } from './driver.ts';
import { gridColumns, orderColumns, pageSize, recordOf } from './shapes.ts';

const shown =
  'o.id, o.ordered_at, o.due_on, o.status, o.total, o.discount, o.paid, o.note, c.name, c.city, e.name';
const partners =
  'left join customers c on c.id = o.customer_id left join employees e on e.id = o.employee_id';
const sorted = 'order by o.ordered_at desc, o.id';
const first = `order by ordered_at desc, id limit ${pageSize}`;

/** The page's keys and the total, both from a single pass over the matching rows. */
const fromWindow = (keys: string) =>
  `select ${shown}, p.n from (${keys}) p join orders o on o.id = p.id ${partners} ${sorted}`;
const fromHits = (hits: string) =>
  `with hits as materialized (${hits}) select ${shown}, (select count(*) from hits) from (select id from hits ${first}) p join orders o on o.id = p.id ${partners} ${sorted}`;

interface Statement {
  readonly sql: string;
  /** How often the condition's values occur in the statement. */
  readonly times: number;
}

interface Statements {
  readonly ofEmployee: Statement;
  readonly ofShop: Statement;
  readonly search: (condition: string) => Statement;
}

const single = (sql: string): Statement => ({ sql, times: 1 });
const shopRows = 'from orders where shop_id = ? and total >= ?';

const statements: Record<Engine, Statements> = {
  sqlite: {
    // The count needs only the index.
    ofEmployee: {
      sql: `select ${shown}, (select count(*) from orders where employee_id = ?) from (select id from orders where employee_id = ? ${first} offset ?) p join orders o on o.id = p.id ${partners} ${sorted}`,
      times: 2,
    },
    ofShop: single(fromHits(`select id, ordered_at ${shopRows}`)),
    // `cross join` makes SQLite keep the join order.
    search: (condition) =>
      single(
        fromHits(
          `select o.id, o.ordered_at from customers c cross join orders o on o.customer_id = c.id where ${condition}`,
        ),
      ),
  },
  postgres: {
    ofEmployee: single(
      `select ${shown}, o.n from (select *, count(*) over () as n from orders where employee_id = ? ${first} offset ?) o ${partners} ${sorted}`,
    ),
    ofShop: single(fromWindow(`select id, count(*) over () as n ${shopRows} ${first}`)),
    search: (condition) =>
      single(
        fromHits(
          `select o.id, o.ordered_at from customers c join orders o on o.customer_id = c.id where ${condition}`,
        ),
      ),
  },
  mysql: {
    ofEmployee: single(
      fromWindow(`select id, count(*) over () as n from orders where employee_id = ? ${first} offset ?`),
    ),
    ofShop: single(fromWindow(`select id, count(*) over () as n ${shopRows} ${first}`)),
    search: (condition) =>
      single(
        fromWindow(
          `select o.id, count(*) over () as n from customers c straight_join orders o on o.customer_id = c.id where ${condition} order by o.ordered_at desc, o.id limit ${pageSize}`,
        ),
      ),
  },
};

const momentAt = gridColumns.indexOf('ordered_at');
const truthAt = gridColumns.indexOf('paid');
const listedAtOnce = 2_000;

export function bestContender(db: FloorDriver, plain: Contender): Contender {
  const { ofEmployee, ofShop, search } = statements[db.engine];
  const found = search(db.ilike('c.city'));

  async function grid({ sql, times }: Statement, values: readonly Value[], offset?: number): Promise<Grid> {
    const parameters = Array.from({ length: times }, () => values).flat();
    const rows = await db.arrays(sql, offset === undefined ? parameters : [...parameters, offset]);
    let total = 0;
    for (const row of rows) {
      total = Number(row.pop());
      row[momentAt] = db.moment(row[momentAt]);
      row[truthAt] = db.truth(row[truthAt]);
    }
    return { cols: gridColumns, data: rows, size: { offset: offset ?? 0, total, frame: rows.length } };
  }

  return {
    ...plain,
    /** Reads the list in parts, each starting after the last key of the previous one. */
    async list(base, limit, response) {
      response.write(`{"add":"${base}/tables/orders/add","data":[`);
      let after = 0;
      for (let sent = 0; sent < limit; ) {
        const rows = await db.arrays(
          `select ${orderColumns.join(', ')} from orders where id > ? order by id limit ?`,
          [after, Math.min(listedAtOnce, limit - sent)],
        );
        if (rows.length === 0) break;
        const texts = rows.map((values) => {
          const row = Object.fromEntries(orderColumns.map((name, i) => [name, values[i]]));
          return JSON.stringify(
            recordOf(base, { ...row, ordered_at: db.moment(row.ordered_at), paid: db.truth(row.paid) }),
          );
        });
        after = Number(rows.at(-1)?.[0]);
        const chunk = `${sent === 0 ? '' : ','}${texts.join(',')}`;
        sent += rows.length;
        if (!response.write(chunk)) await once(response, 'drain');
      }
      response.end(']}');
    },
    ofEmployee: ({ employee, offset }) => grid(ofEmployee, [employee], offset),
    ofShop: ({ shop, total }) => grid(ofShop, [shop, total]),
    search: ({ city }) => grid(found, [`%${city}%`]),
    export: db.exportBest,
  };
}

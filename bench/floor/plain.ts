// The plain contender: each answer as a competent person would first write it, with Joinery's join order.
import { analyses } from './analysis.ts';
import type { Contender, Grid } from './contender.ts';
import type { FloorDriver, Row, Value } from './driver.ts';
import { orderColumns, pageSize, recordOf } from './shapes.ts';

const columns =
  'o.id, o.ordered_at, o.due_on, o.status, o.total, o.discount, o.paid, o.note, c.name as customer, c.city, e.name as employee';
const partners =
  'left join customers c on c.id = o.customer_id left join employees e on e.id = o.employee_id';
/** A condition on the customer requires one, so that engines may start with the customers. */
const searched = 'orders o join customers c on c.id = o.customer_id';
const sorted = `order by o.ordered_at desc, o.id limit ${pageSize}`;

export function plainContender(db: FloorDriver): Contender {
  const orders = `select ${orderColumns.join(', ')} from orders`;

  async function grid(
    rowsSql: string,
    countSql: string,
    parameters: readonly Value[],
    offset?: number,
  ): Promise<Grid> {
    const [rows, [count]] = await Promise.all([
      db.rows(rowsSql, offset === undefined ? parameters : [...parameters, offset]),
      db.rows(countSql, parameters),
    ]);
    return {
      cols: Object.keys(rows[0] ?? {}),
      data: rows.map((row) =>
        Object.values({ ...row, ordered_at: db.moment(row.ordered_at), paid: db.truth(row.paid) }),
      ),
      size: { offset: offset ?? 0, total: Number(count?.n), frame: rows.length },
    };
  }

  const shown = (base: string, row: Row) =>
    recordOf(base, { ...row, ordered_at: db.moment(row.ordered_at), paid: db.truth(row.paid) });

  return {
    ...analyses(db),
    async record(base, key) {
      const [row] = await db.rows(`${orders} where id = ?`, [key]);
      return row && shown(base, row);
    },
    async list(base, limit, response) {
      const rows = await db.rows(`${orders} order by id limit ?`, [limit]);
      response.end(
        JSON.stringify({ add: `${base}/tables/orders/add`, data: rows.map((row) => shown(base, row)) }),
      );
    },
    ofEmployee: ({ employee, offset }) =>
      grid(
        `select ${columns} from orders o ${partners} where o.employee_id = ? ${sorted} offset ?`,
        'select count(*) as n from orders where employee_id = ?',
        [employee],
        offset,
      ),
    ofShop: ({ shop, total }) =>
      grid(
        `select ${columns} from orders o ${partners} where o.shop_id = ? and o.total >= ? ${sorted}`,
        'select count(*) as n from orders where shop_id = ? and total >= ?',
        [shop, total],
      ),
    ofBook: ({ employee, offset }) =>
      grid(
        `select o.id, o.ordered_at, o.due_on, o.status, o.total, o.discount, o.paid, o.note from order_book o where o.employee_id = ? ${sorted} offset ?`,
        'select count(*) as n from order_book where employee_id = ?',
        [employee],
        offset,
      ),
    search: ({ city }) =>
      grid(
        `select ${columns} from ${searched} left join employees e on e.id = o.employee_id where ${db.ilike('c.city')} ${sorted}`,
        `select count(*) as n from ${searched} where ${db.ilike('c.city')}`,
        [`%${city}%`],
      ),
    export: db.exportPlain,
  };
}

// The floor's analyses: the best SQL that somebody who knows the tables would write by hand, and the names of its
// columns.
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import type { Analyses, Grid, PageBody } from './contender.ts';
import type { FloorDriver, Value } from './driver.ts';
import { pageSize } from './shapes.ts';

/** Sums of doubles have noise that must be rounded away; decimals have none. */
const money: Record<Engine, (sum: string) => string> = {
  sqlite: (sum) => `round(${sum}, 2)`,
  postgres: (sum) => sum,
  mysql: (sum) => sum,
};

/** Prevents the engine from using the shop index to avoid sorting, which would read rows from all over the table. */
const asStored: Record<Engine, string> = { sqlite: 'not indexed', postgres: '', mysql: '' };

/** The values that become columns: a hand-written pivot knows them. */
const states = ['done', 'lost', 'open', 'paid', 'sent'];

export function analyses(db: FloorDriver): Analyses {
  const exact = money[db.engine];

  async function grid(sql: string, values: readonly Value[], cols: readonly string[], total?: number) {
    const data = await db.arrays(sql, values);
    return {
      cols,
      data,
      size: { offset: 0, total: total ?? data.length, frame: data.length },
    } satisfies Grid;
  }

  return {
    async spenders({ from, total }: PageBody) {
      const spent = `select ${exact('sum(o.total)')} from orders o where o.customer_id = c.id and o.total >= ?`;
      // In one statement, so that the rows and their count come from the same snapshot, as in Joinery.
      const count = 'select count(*) from customers where id >= ?';
      const rows = `select c.id, c.name, (${spent}), (${count}) from customers c where c.id >= ? order by c.id limit ${pageSize}`;
      const found = await grid(rows, [total, from, from], ['id', 'name', 'spent']);
      const data = found.data.map((row) => row.slice(0, -1));
      return { ...found, data, size: { ...found.size, total: Number(found.data[0]?.at(-1) ?? 0) } };
    },
    revenue: ({ total }: PageBody) =>
      grid(
        `select quantity, ${exact('sum(unit_price * quantity)')}, count(*) from order_lines where unit_price >= ? group by quantity order by quantity`,
        [total],
        ['quantity', 'sum_revenue', 'count_revenue'],
      ),
    async pivoted({ total }: PageBody) {
      const columns = states.map((state) => exact(`sum(case when status = '${state}' then total end)`));
      const found = await grid(
        `select shop_id, ${columns.join(', ')} from orders ${asStored[db.engine]} where total >= ? group by shop_id order by shop_id`,
        [total],
        ['shop_id', ...states.map((state) => `${state} sum_total`)],
      );
      return { ...found, pivot: { values: states, measures: ['sum_total'] } };
    },
    async best({ shop, total }: PageBody) {
      const numbered =
        'select id, status, total, row_number() over (partition by status order by total desc, id) as place from orders where shop_id = ? and total >= ?';
      return grid(
        `select id, status, total from (${numbered}) p where place <= 3 order by status, total desc, id`,
        [shop, total],
        ['id', 'status', 'total'],
      );
    },
  };
}

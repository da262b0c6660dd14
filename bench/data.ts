// The benchmark's databases: a sales schema with columns of every common type, generated inside the engine by
// arithmetic, and schemas with many tables.
import type { LiveEngine, LiveDatabase as TestDatabase } from '../test/support/servers.ts';
import { cities } from './words.ts';

export interface Sizes {
  readonly customers: number;
  readonly products: number;
  readonly orders: number;
  /** Orders are complete, so this is `orders × lines per order`, rounded up. */
  readonly lines: number;
}

/** An employee has 0.2 % of the orders, a shop has 2 %. */
export const employees = 500;
export const shops = 50;

interface Dialect {
  /** A table expression with one column `i` that counts from 1 to n. */
  readonly series: (n: number) => string;
  readonly concat: (...parts: string[]) => string;
  readonly moment: string;
  readonly double: string;
  /**
   * A timestamp this many minutes after the start of 2020; in SQLite a text with a space, as most programs write it.
   */
  readonly minutesLater: (minutes: string) => string;
  /** A date this many days after the start of 2015. */
  readonly daysLater: (days: string) => string;
  readonly integerDivide: (a: string, b: number) => string;
  readonly analyze: (tables: readonly string[]) => string;
  readonly before: string;
}

const dialects: Record<LiveEngine, Dialect> = {
  sqlite: {
    series: (n) =>
      `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${n}) select i from s) s`,
    concat: (...parts) => parts.map((part) => `(${part})`).join(' || '),
    moment: 'datetime',
    double: 'real',
    minutesLater: (minutes) => `datetime('2020-01-01', '+' || (${minutes}) || ' minutes')`,
    daysLater: (days) => `date('2015-01-01', '+' || (${days}) || ' days')`,
    integerDivide: (a, b) => `(${a}) / ${b}`,
    analyze: () => 'analyze',
    before: 'pragma journal_mode = wal; pragma synchronous = off',
  },
  postgres: {
    series: (n) => `(select i from generate_series(1::bigint, ${n}) i) s`,
    concat: (...parts) => parts.map((part) => `(${part})::text`).join(' || '),
    moment: 'timestamp(0)',
    double: 'double precision',
    minutesLater: (minutes) => `timestamp '2020-01-01' + (${minutes}) * interval '1 minute'`,
    daysLater: (days) => `date '2015-01-01' + (${days})::integer`,
    integerDivide: (a, b) => `(${a}) / ${b}`,
    analyze: () => 'vacuum analyze',
    // The usual setting for SSDs: with the default, the planner resorts to table scans too early.
    before: `do $$ begin execute format('alter database %I set random_page_cost = 1.1', current_database()); end $$`,
  },
  mysql: {
    series: (n) => `(select seq as i from seq_1_to_${n}) s`,
    concat: (...parts) => `concat(${parts.join(', ')})`,
    moment: 'datetime',
    double: 'double',
    minutesLater: (minutes) => `timestampadd(minute, ${minutes}, '2020-01-01')`,
    daysLater: (days) => `date_add('2015-01-01', interval (${days}) day)`,
    integerDivide: (a, b) => `(${a}) div ${b}`,
    analyze: (tables) => `analyze table ${tables.join(', ')}`,
    before: 'set unique_checks = 0',
  },
};

const countries = ['Germany', 'Österreich', 'Portugal', 'France', 'Ελλάδα', 'Suomi', 'Polska', 'Türkiye'];
const states = ['open', 'paid', 'sent', 'done', 'lost'];
const notes = ['bitte läuten', 'vor 9 Uhr', 'к соседу', '"fragile", left at the door', '2× packed — naïve'];

function pickBy(words: readonly string[], index: string): string {
  const cases = words.map((word, i) => `when ${i} then '${word}'`).join(' ');
  return `case (${index}) % ${words.length} ${cases} end`;
}

const text = 'varchar(80)';
const price = (index: string) => `1.49 + (${index}) % 90`;
/** Null in about this percentage of rows, independently of other values derived from the row's number. */
const valueInShareOfRows = (percent: number, value: string) =>
  `case when (i * 7919) % 10007 >= ${percent * 100} then ${value} end`;

function salesScript(q: Dialect, sizes: Sizes): string[] {
  return [
    `create table employees (id integer not null primary key, name ${text} not null, manager_id integer references employees (id))`,
    `create table shops (id integer not null primary key, name ${text} not null)`,
    `create table customers (id integer not null primary key, name ${text} not null, email ${text} not null, city ${text}, country ${text} not null, since date not null)`,
    `create table orders (id integer not null primary key, customer_id integer not null, employee_id integer, shop_id integer not null, ordered_at ${q.moment} not null, due_on date, status ${text} not null, total numeric(10,2) not null, discount numeric(5,2), paid boolean not null, weight ${q.double}, note ${text}, foreign key (customer_id) references customers (id), foreign key (employee_id) references employees (id), foreign key (shop_id) references shops (id))`,
    `insert into employees select i, ${q.concat("'Employee № '", 'i')}, case when i = 1 then null else ${q.integerDivide('i + 3', 5)} end from ${q.series(employees)} order by i`,
    `insert into shops select i, ${q.concat("'Café '", 'i')} from ${q.series(shops)} order by i`,
    `insert into customers select i, ${q.concat("'Müller & Söhne '", 'i * 7919 % 99991')}, ${q.concat("'c'", 'i', "'@example.org'")}, ${valueInShareOfRows(1, q.concat(pickBy(cities, 'i * 31'), "' '", '1000 + i * 7919 % 1000'))}, ${pickBy(countries, 'i * 17')}, ${q.daysLater('i % 2000')} from ${q.series(sizes.customers)} order by i`,
    `insert into orders select i, (i * 48271) % ${sizes.customers} + 1, ${valueInShareOfRows(5, `(i * 16807) % ${employees} + 1`)}, (i * 7) % ${shops} + 1, ${q.minutesLater(`(i * 69621) % ${sizes.orders} * 9`)}, ${valueInShareOfRows(30, q.daysLater('1800 + i % 2000'))}, ${pickBy(states, 'i * 7')}, (i * 4999) % 983170 / 100.0, ${valueInShareOfRows(60, '(5 + i % 40 * 25) / 100.0')}, i % 7 > 2, ${valueInShareOfRows(10, '0.5 + (i * 613) % 40000 / 16.0')}, ${valueInShareOfRows(65, q.concat(pickBy(notes, 'i'), "' '", 'i'))} from ${q.series(sizes.orders)} order by i`,
    'create index orders_customer on orders (customer_id)',
    'create index orders_employee on orders (employee_id)',
    'create index orders_shop on orders (shop_id)',
    'create view order_book as select * from orders',
  ];
}

function linesScript(q: Dialect, sizes: Sizes): string[] {
  const perOrder = Math.ceil(sizes.lines / sizes.orders);
  return [
    `create table products (id integer not null primary key, name ${text} not null, category ${text} not null, price numeric(10,2) not null)`,
    `create table order_lines (order_id integer not null, line_no integer not null, product_id integer not null, quantity integer not null, unit_price numeric(10,2) not null, remark ${text}, primary key (order_id, line_no), foreign key (order_id) references orders (id), foreign key (product_id) references products (id))`,
    `insert into products select i, ${q.concat("'Prodütt '", 'i')}, ${q.concat("'Category '", 'i % 40')}, ${price('i * 13')} from ${q.series(sizes.products)} order by i`,
    `insert into order_lines select ${q.integerDivide('i - 1', perOrder)} + 1, (i - 1) % ${perOrder} + 1, (i * 48271) % ${sizes.products} + 1, i % 9 + 1, ${price('i * 7')}, ${valueInShareOfRows(90, pickBy(notes, 'i'))} from ${q.series(Math.min(sizes.lines, sizes.orders * perOrder))} order by i`,
    'create index lines_product on order_lines (product_id)',
  ];
}

/** Chapters that do not read order lines omit them, since generating them takes most of the time. */
export async function loadSales(
  database: TestDatabase,
  sizes: Sizes,
  { withLines }: { readonly withLines: boolean },
): Promise<void> {
  const q = dialects[database.engine];
  const tables = [
    'customers',
    'employees',
    'shops',
    'orders',
    ...(withLines ? ['products', 'order_lines'] : []),
  ];
  const statements = [
    q.before,
    ...salesScript(q, sizes),
    ...(withLines ? linesScript(q, sizes) : []),
    q.analyze(tables),
  ];
  for (const statement of statements) await database.run(statement);
}

/** Many small tables, each with a foreign key to the previous one. */
export async function loadManyTables(database: TestDatabase, count: number): Promise<void> {
  const batch = 200;
  for (let first = 0; first < count; first += batch) {
    const statements: string[] = [];
    for (let i = first; i < Math.min(first + batch, count); i++) {
      const reference = i === 0 ? '' : `, foreign key (before_id) references t${i - 1} (id)`;
      statements.push(
        `create table t${i} (id integer not null primary key, before_id integer, name varchar(40) not null, amount numeric(10,2)${reference})`,
      );
    }
    await database.run(statements.join(';\n'));
  }
}

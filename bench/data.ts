// The benchmark's databases: a sales schema made inside the engine by arithmetic, and schemas of many tables.
import type { Engine, TestDatabase } from '../test/support/servers.ts';

export interface Sizes {
  readonly customers: number;
  readonly products: number;
  readonly orders: number;
  /** Lines come in whole orders: `orders × lines per order`, rounded up. */
  readonly lines: number;
}

export const fullSizes: Sizes = { customers: 100_000, products: 10_000, orders: 300_000, lines: 1_000_000 };

interface Spelling {
  /** A table expression with one column `i` that counts from 1 to n. */
  readonly series: (n: number) => string;
  readonly concat: (...parts: string[]) => string;
  readonly text: string;
  readonly moment: string;
  /** A moment so many minutes after the beginning of 2020. */
  readonly minutesLater: (minutes: string) => string;
  /** A day so many days after the beginning of 2015. */
  readonly daysLater: (days: string) => string;
  readonly integerDivide: (a: string, b: number) => string;
  readonly analyze: string;
  readonly before: string;
}

const spellings: Record<Engine, Spelling> = {
  sqlite: {
    series: (n) =>
      `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${n}) select i from s) s`,
    concat: (...parts) => parts.map((part) => `(${part})`).join(' || '),
    text: 'varchar(80)',
    moment: 'datetime',
    minutesLater: (minutes) =>
      `strftime('%Y-%m-%dT%H:%M:%S', '2020-01-01', '+' || (${minutes}) || ' minutes')`,
    daysLater: (days) => `date('2015-01-01', '+' || (${days}) || ' days')`,
    integerDivide: (a, b) => `(${a}) / ${b}`,
    analyze: 'analyze',
    before: 'pragma journal_mode = wal; pragma synchronous = off',
  },
  postgres: {
    series: (n) => `(select i from generate_series(1::bigint, ${n}) i) s`,
    concat: (...parts) => parts.map((part) => `(${part})::text`).join(' || '),
    text: 'varchar(80)',
    moment: 'timestamp(0)',
    minutesLater: (minutes) => `timestamp '2020-01-01' + (${minutes}) * interval '1 minute'`,
    daysLater: (days) => `date '2015-01-01' + (${days})::integer`,
    integerDivide: (a, b) => `(${a}) / ${b}`,
    analyze: 'vacuum analyze',
    before: 'select 1',
  },
  mysql: {
    series: (n) => `(select seq as i from seq_1_to_${n}) s`,
    concat: (...parts) => `concat(${parts.join(', ')})`,
    text: 'varchar(80)',
    moment: 'datetime',
    minutesLater: (minutes) => `timestampadd(minute, ${minutes}, '2020-01-01')`,
    daysLater: (days) => `date_add('2015-01-01', interval (${days}) day)`,
    integerDivide: (a, b) => `(${a}) div ${b}`,
    analyze: 'analyze table customers, products, employees, orders, order_lines',
    before: 'set unique_checks = 0',
  },
};

const cities = ['Hamburg', 'Oslo', 'Porto', 'Lyon', 'Graz', 'Turku', 'Gdansk', 'Ghent', 'Bergen', 'Split'];
const countries = ['Germany', 'Norway', 'Portugal', 'France', 'Austria', 'Finland', 'Poland', 'Belgium'];
const states = ['open', 'paid', 'sent', 'done', 'lost'];

function pick(words: readonly string[], index: string): string {
  const cases = words.map((word, i) => `when ${i} then '${word}'`).join(' ');
  return `case (${index}) % ${words.length} ${cases} end`;
}

// Prices never end in a zero: a floor that reads them as doubles then writes the same digits.
const price = (index: string) => `1.49 + (${index}) % 90`;

/** The statements one by one: MariaDB's client library takes them singly, and so can the rest. */
export function salesScript(engine: Engine, sizes: Sizes): string[] {
  const q = spellings[engine];
  const perOrder = Math.ceil(sizes.lines / sizes.orders);
  return [
    q.before,
    `create table employees (id integer not null primary key, name ${q.text} not null, manager_id integer references employees (id))`,
    `create table customers (id integer not null primary key, name ${q.text} not null, email ${q.text} not null, city ${q.text}, country ${q.text} not null, since date not null)`,
    `create table products (id integer not null primary key, name ${q.text} not null, category ${q.text} not null, price numeric(10,2) not null)`,
    `create table orders (id integer not null primary key, customer_id integer not null, employee_id integer, ordered_at ${q.moment} not null, status ${q.text} not null, note ${q.text}, foreign key (customer_id) references customers (id), foreign key (employee_id) references employees (id))`,
    `create table order_lines (order_id integer not null, line_no integer not null, product_id integer not null, quantity integer not null, unit_price numeric(10,2) not null, primary key (order_id, line_no), foreign key (order_id) references orders (id), foreign key (product_id) references products (id))`,
    `insert into employees select i, ${q.concat("'Employee '", 'i')}, case when i = 1 then null else ${q.integerDivide('i + 3', 5)} end from ${q.series(200)} order by i`,
    `insert into customers select i, ${q.concat("'Customer '", 'i * 7919 % 99991')}, ${q.concat("'c'", 'i', "'@example.org'")}, case when i % 50 = 0 then null else ${q.concat(pick(cities, 'i * 31'), "' '", 'i % 1000')} end, ${pick(countries, 'i * 17')}, ${q.daysLater('i % 2000')} from ${q.series(sizes.customers)} order by i`,
    `insert into products select i, ${q.concat("'Product '", 'i')}, ${q.concat("'Category '", 'i % 40')}, ${price('i * 13')} from ${q.series(sizes.products)} order by i`,
    `insert into orders select i, (i * 48271) % ${sizes.customers} + 1, case when i % 20 = 0 then null else (i * 16807) % 200 + 1 end, ${q.minutesLater(`(i * 69621) % ${sizes.orders} * 9`)}, ${pick(states, 'i * 7')}, case when i % 3 = 0 then ${q.concat("'note on order '", 'i')} end from ${q.series(sizes.orders)} order by i`,
    `insert into order_lines select ${q.integerDivide('i - 1', perOrder)} + 1, (i - 1) % ${perOrder} + 1, (i * 48271) % ${sizes.products} + 1, i % 9 + 1, ${price('i * 7')} from ${q.series(Math.min(sizes.lines, sizes.orders * perOrder))} order by i`,
    'create index orders_customer on orders (customer_id)',
    'create index orders_employee on orders (employee_id)',
    'create index lines_product on order_lines (product_id)',
    q.analyze,
  ];
}

export async function loadSales(database: TestDatabase, sizes: Sizes): Promise<void> {
  for (const statement of salesScript(database.engine, sizes)) await database.run(statement);
}

/** Many small tables, each with a reference to the one before. */
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

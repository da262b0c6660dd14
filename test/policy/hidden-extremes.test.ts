/**
 * Values that an engine cannot compute with: if they are in hidden rows, a computed field is the same as without them.
 * Engines choose the order of conditions, so they may read a row before they know that it is hidden.
 */
import { expect, test } from 'vitest';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { createDatabase, type Engine, engines } from '../support/servers.ts';
import { serveLimited } from './service.ts';

const func = (name: string, ...args: object[]) => ({ func: { name, args } });

/** Visibility by related rows, which engines check last. */
const own = func('EXISTS', {
  entity: { id: 'team', relation: { attr_parent: 'team_id' } },
  where: func('EQ', { attr: 'lead' }, { user: 'name' }),
});
const policy: PolicyDocument = {
  users: { ann: { roles: ['member'], attributes: { name: 'ann' } } },
  roles: { member: { visit: { read: { rows: own } }, team: { read: true } } },
};

const moments: Readonly<Record<Engine, string>> = {
  sqlite: 'day date, began datetime',
  postgres: 'day date, began timestamp',
  mysql: 'day date, began datetime',
  duckdb: 'day date, began timestamp',
};
const most = '9223372036854775807';
/** Its word becomes longer than any engine's limit, because only it has this letter. */
const growing = `0, 0, '${'W'.repeat(20)}', '2024-01-01', '2024-01-01 00:00:00'`;
/** The values of hidden rows: number, count, word, day, began. */
const extremes: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `-${most} - 1, -5, 'x\\', 'no day', 'never'`,
    `${most}, ${most}, cast(x'ff' as text), '9999-12-31', -1`,
    growing,
  ],
  postgres: [
    `-${most} - 1, -5, 'x\\', 'infinity', 'infinity'`,
    `${most}, ${most}, '\\', '5874897-12-31', '294276-12-31 23:59:59'`,
    `0, 0, '', '4713-01-01 BC', '-infinity'`,
    growing,
  ],
  mysql: [
    `-${most} - 1, -5, 'x', '9999-12-31', '9999-12-31 23:59:59'`,
    `${most}, ${most}, '', '0001-01-01', '0001-01-01'`,
    growing,
  ],
  duckdb: [
    `-${most} - 1, -5, 'x\\', 'infinity', 'infinity'`,
    `${most}, ${most}, '\\', '5881580-07-10', '294247-01-10 04:00:54'`,
    `0, 0, '', '5877642-06-25 (BC)', '-infinity'`,
    growing,
  ],
};

const alias = (name: string) => ({ alias: name });
const value = (given: unknown) => ({ value: given });
const grown = (text: object, letter: string) => ({
  fn: 'REPLACE',
  args: [text, value(letter), value('a'.repeat(1_000))],
});
const long = grown(grown(alias('word'), 'W'), 'a');
const computations = [
  ...['ADD', 'SUB', 'MUL', 'DIV', 'MOD'].map((fn) => ({ fn, args: [alias('number'), alias('count')] })),
  { fn: 'NEG', args: [alias('number')] },
  { fn: 'ROUND', args: [alias('number'), alias('count')] },
  { fn: 'SUBSTRING', args: [alias('word'), value(1), alias('count')] },
  ...['date', 'datetime', 'integer'].map((type) => ({ fn: 'CAST', args: [alias('word'), value(type)] })),
  ...[grown(long, 'a'), { fn: 'CONCAT', args: [long, long] }].map((text) => ({ fn: 'LENGTH', args: [text] })),
  { fn: 'CAST', args: [alias('day'), value('datetime')] },
  { fn: 'CAST', args: [alias('began'), value('date')] },
  ...['day', 'began'].flatMap((moment) => [
    { fn: 'PART', args: [alias(moment), value('week')] },
    { fn: 'TRUNCATE', args: [alias(moment), value('month')] },
    ...['year', 'day'].flatMap((unit) => [
      { fn: 'SHIFT', args: [alias(moment), value(1), value(unit)] },
      { fn: 'SHIFT', args: [alias(moment), alias('count'), value(unit)] },
      { fn: 'DISTANCE', args: [alias('began'), alias(moment), value(unit)] },
    ]),
  ]),
];
/**
 * A conditional expression; DuckDB's TRY cannot contain a subquery, such as a condition on related rows or on many
 * values.
 */
const chosen = (name: string, when: object) => ({
  // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
  case: [{ when, then: alias(name) }],
});
const many = Array.from({ length: 100 }, (_, i) => i);
const conditions = [
  func('GT', alias('id'), value(0)),
  func('IN', alias('id'), value(many)),
  func('EXISTS', { entity: { id: 'team', relation: { attr_parent: 'team_id' } } }),
];
const overConditions = conditions.flatMap((when) => [
  { fn: 'CAST', args: [chosen('day', when), value('datetime')] },
  { fn: 'MUL', args: [chosen('number', when), alias('count')] },
  { fn: 'ADD', args: [{ fn: 'MUL', args: [alias('count'), chosen('number', when)] }, value(1)] },
  { fn: 'SHIFT', args: [alias('began'), chosen('count', when), value('year')] },
  { fn: 'DISTANCE', args: [chosen('began', when), chosen('day', when), value('day')] },
  { fn: 'ROUND', args: [chosen('number', when), alias('count')] },
]);
const names = ['number', 'count', 'word', 'day', 'began'];
const visits = (...attributes: object[]) => [
  { id: 'visit', attributes: [{ id: 'id' }, ...names.map((id) => ({ id, selected: false })), ...attributes] },
];
const queries = [
  ...[...computations, ...overConditions].map((expr) => ({
    entities: visits({ alias: 'x', expr }),
    where: func('NOT_IS_NULL', alias('x')),
    order: [{ alias: 'x' }],
  })),
  { entities: visits(), where: func('LIKE', alias('word'), alias('word')) },
  { entities: visits(), where: func('LT', alias('day'), alias('began')) },
];

/** A service over a visible visit, and other, hidden visits with these values. */
async function serve(engine: Engine, hidden: readonly string[], ending: AsyncDisposableStack) {
  const database = await createDatabase(engine);
  ending.defer(() => database.drop());
  const own = `(1, 1, 7, 2, 'word', '2024-02-29', '2024-02-29 10:00:00')`;
  const others = hidden.map((values, i) => `(${i + 2}, 2, ${values})`);
  await database.run(`
    CREATE TABLE team (id integer PRIMARY KEY, lead varchar(20));
    INSERT INTO team VALUES (1, 'ann'), (2, 'bob');
    CREATE TABLE visit (id integer PRIMARY KEY, team_id integer, number bigint, count bigint, word varchar(20),
      ${moments[engine]}, FOREIGN KEY (team_id) REFERENCES team (id));
    INSERT INTO visit VALUES ${[own, ...others].join(', ')};
  `);
  return ending.use(await serveLimited(database.url, policy));
}

test.each(engines)('extreme values in hidden rows do not affect computed fields on %s', async (engine) => {
  await using ending = new AsyncDisposableStack();
  const services = [await serve(engine, extremes[engine], ending), await serve(engine, [], ending)];
  for (const query of queries) {
    const [one, other] = await Promise.all(services.map((service) => service.query('ann', query)));
    expect([query, one?.status, one?.body]).toEqual([query, 200, other?.body]);
  }
});

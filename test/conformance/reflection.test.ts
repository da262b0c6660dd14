import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test, vi } from 'vitest';
import { statementChannel } from '../../src/dialects/base/trace.ts';
import { createDatabase } from '../support/servers.ts';
import type { Zoo } from '../zoo/zoo.ts';
import { links, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** Tables of a chain, each with a key, an index and a reference to the previous one. */
function chain(count: number): string {
  const tables = Array.from({ length: count }, (_, i) => {
    const link = i === 0 ? '' : `, foreign key (previous) references chain_${i - 1} (id)`;
    return `create table chain_${i} (id integer primary key, label varchar(20), previous integer${link});`;
  });
  return ['begin;', ...tables, 'commit;'].join('\n');
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const listener = () => count++;
  subscribe(statementChannel, listener);
  try {
    await work();
  } finally {
    unsubscribe(statementChannel, listener);
  }
  return count;
}

async function reflectionOf(zoo: Zoo, tables: number): Promise<number> {
  await using database = await openZoo(zoo, chain(tables));
  await using subject = await Subject.of(database.url);
  const statements = await statementsOf(() => subject.open.refresh());
  const entities = await subject.entities();
  expect(entities.size).toBe(tables);
  expect([...entities.values()].flatMap(({ foreignKeys }) => foreignKeys)).toHaveLength(tables - 1);
  return statements;
}

describe.each(zoos)('reflection on $engine', (zoo) => {
  test('needs as many statements for 100 tables as for 10', { timeout: 300_000 }, async () => {
    const few = await reflectionOf(zoo, 10);
    expect(few).toBeGreaterThan(0);
    expect(await reflectionOf(zoo, 100)).toBe(few);
  });

  test('handles a table with 1,000 columns, in lists and records too', async () => {
    const columns = Array.from({ length: 1_000 }, (_, i) => `c${i} integer`);
    await using database = await openZoo(
      zoo,
      `create table wide (id integer primary key, ${columns.join(', ')});
       insert into wide (id, c0, c999) values (1, 2, 3);`,
    );
    await using subject = await Subject.of(database.url);
    const list = await subject.list('wide');
    expect(list.startsWith('{"id":1,"c0":2,"c1":null,')).toBe(true);
    expect(list.endsWith(`,"c999":3,"__url__":"${links.recordPrefix('wide')}1]","__links__":{}}`)).toBe(true);
    expect(await subject.record('wide', '[1]')).toBe(list);
  });
});

// PostgreSQL refuses to drop what a view reads, and DuckDB caches its columns.
test.each(['sqlite', 'mysql'] as const)(
  'on %s a view that the database cannot read is left out with a warning',
  async (engine) => {
    await using database = await createDatabase(engine);
    await database.run(`create table kept (id integer primary key);
      create table gone (id integer primary key, v integer);
      create view whole as select id from kept;
      create view broken as select v from gone;
      drop table gone;`);
    await using subject = await Subject.of(database.url);
    const { warnings } = subject.open;
    const names = await subject.use(async ({ database: model }) => [...model.entities.keys()]);
    expect([names, warnings]).toEqual([
      ['kept', 'whole'],
      [
        'View "broken" is left out: the database itself cannot read it. Are all its tables and functions there?',
      ],
    ]);
  },
);

const choices = ['sad', "it's", 'a,b', 'back\\slash', 'say "hi"', 'ünï', ''];
const declared = choices.map((choice) => `'${choice.replaceAll("'", "''")}'`).join(', ');
/** The same in a language in which a backslash in a text has to be doubled. */
const escaped = declared.replaceAll('\\', '\\\\');

const enumerations = [
  {
    engine: 'postgres',
    script: `create type mood as enum (${declared}); create domain wrapped as mood;
      create table thing (id integer primary key, mood mood, wrapped wrapped, word varchar(9));`,
    more: `alter type mood add value 'first' before 'sad'`,
  },
  {
    engine: 'mysql',
    script: `create table thing (id integer primary key, mood enum(${escaped}), word varchar(9))`,
    more: `alter table thing modify mood enum('first', ${escaped})`,
  },
  {
    engine: 'duckdb',
    script: `create type mood as enum (${declared}); create table thing (id integer primary key, mood mood, word varchar(9));`,
  },
] as const;

describe.each(enumerations)('the values of an enumeration on $engine', ({ engine, script, ...change }) => {
  test('are in the catalog, in its order', async () => {
    await using database = await createDatabase(engine);
    await database.run(script);
    await using subject = await Subject.of(database.url);
    const choicesOf = async () => {
      const { columns } = await subject.entity('thing');
      return columns.flatMap(({ name, choices }) => (choices === undefined ? [] : [[name, choices]]));
    };
    const names = engine === 'postgres' ? ['mood', 'wrapped'] : ['mood'];
    expect(await choicesOf()).toEqual(names.map((name) => [name, choices]));
    if (!('more' in change)) return;

    await database.run(change.more);
    await vi.waitFor(
      async () => expect(await choicesOf()).toEqual(names.map((name) => [name, ['first', ...choices]])),
      { timeout: 20_000, interval: 200 },
    );
  });
});

/**
 * Many rows with circular references: they are deleted, restored and deleted again in few statements, as if each pair
 * were alone.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { isLongRun } from '../support/long-run.ts';
import { openShop, type Shop } from './shop.ts';

/** Divisible by 2 and 3. One statement per pair would already exceed what is allowed below. */
const count = isLongRun ? 300 : 150;
const houses = (engine: LiveEngine) =>
  engine === 'sqlite' ? ' references house (id) on delete cascade' : '';
const script = (engine: LiveEngine) => `
create table person (id integer not null primary key, partner integer,
  constraint person_partner foreign key (partner) references person (id) on delete cascade);
create table owner (id integer not null primary key, house integer${houses(engine)});
create table house (id integer not null primary key, owner integer not null,
  constraint house_owner foreign key (owner) references owner (id) on delete cascade);
${engine === 'sqlite' ? '' : 'alter table owner add constraint owner_house foreign key (house) references house (id) on delete cascade;'}
create table ring (id integer not null primary key, next integer, spare integer,
  constraint ring_next foreign key (next) references ring (id) on delete cascade,
  constraint ring_spare foreign key (spare) references ring (id) on delete set null);
`;

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    const numbers = Array.from({ length: count }, (_, i) => i + 1);
    const list = (text: (n: number) => string) => numbers.map((n) => `(${text(n)})`).join();
    shop = await openShop(
      engine,
      `${script(engine)}
      insert into person values ${list((n) => `${n}, null`)};
      update person set partner = case when id % 2 = 0 then id - 1 else id + 1 end;
      insert into owner values ${list((n) => `${n}, null`)};
      insert into house values ${list((n) => `${n + 1_000}, ${n}`)};
      update owner set house = id + 1000;
      insert into ring values ${list((n) => `${n}, null, null`)};
      update ring set next = case when id % 3 = 0 then id - 2 else id + 1 end, spare = case when id > 3 then id - 3 end;`,
    );
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const stored = () =>
    Promise.all(
      ['person', 'owner', 'house', 'ring'].map((name) =>
        shop.database.rows(`select * from ${name} order by 1`),
      ),
    );
  /**
   * The request's answer, and its number of statements; consecutive executions of the same statement for several rows
   * count once.
   */
  const counted = async (path: string, body?: object) => {
    let statements = 0;
    let last = '';
    const listen = (message: unknown) => {
      const { sql } = message as StatementStart;
      if (/ from | into | set /i.test(sql) && sql !== last) statements++;
      last = sql;
    };
    subscribe(statementChannel, listen);
    const answer = await shop.ask('POST', path, body);
    unsubscribe(statementChannel, listen);
    expect(answer.status, answer.text.slice(0, 1_000)).toBe(201);
    return { id: String(answer.json.id), changes: answer.json.changes, statements };
  };
  const remove = (entity: string, ids: readonly number[]) =>
    ids.map((id) => ({ op: 'delete', entity, key: { id }, expect: {} }));
  const every = (step: number, from: number, to = count) =>
    Array.from({ length: Math.ceil((to - from + 1) / step) }, (_, i) => from + i * step);

  test.each([
    ['one of each pair', remove('person', every(2, 1)), count],
    [
      'the first or the second row of each pair in turn',
      remove(
        'person',
        every(2, 1).map((id) => (id % 4 === 1 ? id : id + 1)),
      ),
      count,
    ],
    ['rows that cascade to another table and back', remove('owner', every(1, 1)), 2 * count],
    ['the rows of that other table', remove('house', every(1, 1_001, 1_000 + count)), 2 * count],
    [
      'circles of three with further references that are set to null',
      remove('ring', every(3, count - 2).concat(every(3, 1, count - 3).toReversed())),
      null,
    ],
  ])('deletes, restores and deletes again: %s', async (_, changes, expected) => {
    const before = await stored();
    const done = await counted('/changes', { changes });
    const after = await stored();
    if (expected !== null) expect(done.changes).toHaveLength(expected);
    const named = done.changes.filter((one: { cascade?: true }) => one.cascade === undefined);
    expect(named.map(({ key }: { key: { id: number } }) => key.id)).toEqual(changes.map(({ key }) => key.id));
    const back = await counted(`/changes/${done.id}/undo`);
    expect(await stored()).toEqual(before);
    const again = await counted(`/changes/${back.id}/undo`);
    expect(await stored()).toEqual(after);
    await counted(`/changes/${again.id}/undo`);
    expect(await stored()).toEqual(before);
    // A row that an earlier deletion in the set changes has to be read again before its own turn.
    const most = expected === null ? 5 * count : 60;
    expect(Math.max(...[done, back, again].map(({ statements }) => statements))).toBeLessThan(most);
  });

  test('deleting both rows of each pair reports every row that is already gone, and deletes nothing', async () => {
    const before = await stored();
    const answer = await shop.ask('POST', '/changes', { changes: remove('person', every(1, 1)) });
    expect([answer.status, answer.json.conflicts.length]).toEqual([409, count / 2]);
    expect(
      answer.json.conflicts.map(({ change, gone }: { change: number; gone: true }) => [change, gone]),
    ).toEqual(every(2, 1, count - 1).map((change) => [change, true]));
    expect(await stored()).toEqual(before);
  });
});

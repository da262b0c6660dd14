import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '../support/servers.ts';
import { rowsOf, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** Long enough for every engine's way of noticing changes; most are noticed at once. */
const patience = { timeout: 20_000, interval: 200 };

describe.each(zoos)('after a schema change on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo);
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });
  beforeEach(async () => {
    await database.run(`drop table if exists fresh; drop table if exists thing;
      create table thing (id integer primary key, name varchar(20), size integer);
      insert into thing values (1, 'one', 10);`);
    // Starts with all earlier changes known.
    await subject.open.refresh();
    expect(await columns()).toEqual(['id', 'name', 'size', '__url__', '__links__']);
    await subject.record('thing', '[1]');
  });
  const columns = async () => Object.keys(rowsOf(await subject.list('thing'))[0] ?? {});

  test('a new table appears', async () => {
    await database.run('create table fresh (id integer primary key); insert into fresh values (7);');
    await vi.waitFor(
      async () => expect(rowsOf(await subject.list('fresh'))).toMatchObject([{ id: 7 }]),
      patience,
    );
  });

  test('a new column appears', async () => {
    await database.run('alter table thing add column extra integer');
    await vi.waitFor(
      async () => expect(await columns()).toEqual(['id', 'name', 'size', 'extra', '__url__', '__links__']),
      patience,
    );
  });

  test('a dropped table is unknown', async () => {
    await database.run('drop table thing');
    await expect(subject.list('thing')).rejects.toMatchObject({ kind: 'unknown-entity' });
    await expect(subject.record('thing', '[1]')).rejects.toMatchObject({ kind: 'unknown-entity' });
  });

  test('a dropped column disappears from lists and records', async () => {
    await database.run('alter table thing drop column size');
    expect(await columns()).toEqual(['id', 'name', '__url__', '__links__']);
    expect(rowsOf(await subject.record('thing', '[1]'))).toMatchObject([{ id: 1, name: 'one' }]);
  });

  test('a renamed column has its new name', async () => {
    await database.run('alter table thing rename column name to title');
    expect(await columns()).toEqual(['id', 'title', 'size', '__url__', '__links__']);
  });

  test('no value appears under the name of another column', async ({ annotate }) => {
    await database.run(`alter table thing rename column name to spare;
      alter table thing rename column size to name; alter table thing rename column spare to size;`);
    await vi.waitFor(async () => {
      expect(rowsOf(await subject.list('thing'))).toMatchObject([{ id: 1, name: 10, size: 'one' }]);
    }, patience);
    await annotate(`${zoo.engine}: two columns exchange their names, 0 wrong values`, 'F5');
  });

  test('a table recreated with another key is read by the new key', async () => {
    await database.run(`drop table thing; create table thing (code varchar(20) primary key, id integer);
      insert into thing values ('a', 1);`);
    await vi.waitFor(
      async () => expect(rowsOf(await subject.record('thing', '[a]'))).toMatchObject([{ code: 'a', id: 1 }]),
      patience,
    );
    expect(await columns()).toEqual(['code', 'id', '__url__', '__links__']);
  });
});

/** The total of sorted rows is the same on every page, without a page, and beyond the last one. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { statementChannel } from '../../src/dialects/base/trace.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { type Answer, type Service, serve } from './service.ts';

const answerSchema = z.object({
  data: z.array(z.array(z.unknown())),
  size: z.object({ total: z.number() }),
  next: z.string().optional(),
});

const townNames = ['Ala', 'Bex', 'CAB', 'Dol', 'Äha'];
const towns = townNames.map((name, i) => `(${i}, '${name}')`);
/** Every fifth has no town; the order of names differs from the order of keys. */
const people = Array.from({ length: 40 }, (_, i) => ({ id: i, town: i % 5, name: `n${(i * 7) % 40}` }));
const personRows = people.map(({ id, town, name }) => `(${id}, ${id % 5 === 4 ? 'null' : town}, '${name}')`);
const visitRows = people.map(({ id, name }) => `(${id}, 'saw ${name}')`);

describe.each(engines)('the total of rows on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(`
      CREATE TABLE town (id INTEGER PRIMARY KEY, name VARCHAR(20));
      CREATE TABLE person (id INTEGER PRIMARY KEY, town_id INTEGER, name VARCHAR(20),
        FOREIGN KEY (town_id) REFERENCES town (id));
      CREATE TABLE visit (person_id INTEGER, what VARCHAR(20), FOREIGN KEY (person_id) REFERENCES person (id));
      INSERT INTO town VALUES ${towns.join(', ')};
      INSERT INTO person VALUES ${personRows.join(', ')};
      INSERT INTO visit VALUES ${visitRows.join(', ')};`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const town = {
    entity: { id: 'town', relation: { attr_parent: 'town_id' }, attributes: [{ id: 'name', alias: 'town' }] },
  };
  const townId = { id: 'town_id', selected: false };
  const person = { id: 'person', attributes: [{ id: 'id' }, { id: 'name' }, townId, town] };
  const visits = {
    id: 'visit',
    attributes: [{ id: 'what' }, { entity: { ...person, relation: { attr_parent: 'person_id' } } }],
  };
  const withTownLike = { func: { name: 'ILIKE', args: [{ alias: 'town' }, { value: '%a%' }] } };
  const townIdIs = (name: string, value: unknown) => ({
    func: { name, args: [{ alias: 'town_id' }, { value }] },
  });
  const named = { func: { name: 'ILIKE', args: [{ alias: 'name' }, { value: 'N3%' }] } };

  async function ask(more: object) {
    const { status, body } = await service.query(JSON.stringify(more));
    expect(status, body).toBe(200);
    return answerSchema.parse(JSON.parse(body));
  }

  /** In Ala and CAB. */
  const inTowns = people.filter(({ id, town: of }) => id % 5 !== 4 && (of === 0 || of === 2));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  const cases = [
    { root: person, where: withTownLike, found: inTowns },
    { root: person, where: named, found: people.filter(({ name }) => name.startsWith('n3')) },
    { root: visits, where: withTownLike, found: inTowns },
    { root: person, where: townIdIs('EQ', 2), found: people.filter(({ id }) => id % 5 === 2) },
    { root: person, where: townIdIs('IN', [0, 2]), found: inTowns },
    { root: visits, where: townIdIs('IN', [0, 2]), found: inTowns },
    {
      root: person,
      where: {
        cond: { with: 'AND', entries: [townIdIs('GT', 0), townIdIs('LTE', 2), townIdIs('NOT_EQ', 1)] },
      },
      found: people.filter(({ id }) => id % 5 === 2),
    },
    {
      root: person,
      where: { cond: { with: 'AND', entries: [townIdIs('GTE', 0), townIdIs('LT', 3)] } },
      found: people.filter(({ id }) => id % 5 < 3),
    },
  ];

  test.each(cases.map((one, i) => ({ i, ...one })))(
    'of search $i is the same on every page',
    async ({ root, where, found }) => {
      const request = { entities: [root], where, order: [{ alias: 'name' }] };
      const names = found.toSorted(byName).map(({ name }) => name);
      const at = root === visits ? 2 : 1;
      for (const offset of [0, 3, found.length - 1, found.length, 500]) {
        const { data, size } = await ask({ ...request, offset, limit: 5 });
        expect(size.total).toBe(found.length);
        expect(data.map((row) => row[at])).toEqual(names.slice(offset, offset + 5));
      }
      expect((await ask({ ...request, limit: 0 })).size.total).toBe(found.length);
      const first = await ask({ ...request, limit: 5 });
      const second = await ask({ ...request, limit: 5, after: first.next });
      expect(second.size.total).toBe(found.length);
      expect(second.data.map((row) => row[at])).toEqual(names.slice(5, 10));
    },
  );

  const counted = {
    id: 'person',
    attributes: [
      { id: 'id', selected: false, summaries: ['count'] },
      { id: 'town_id', selected: false },
      { id: 'name', selected: false },
    ],
  };
  test.each([
    { what: 'of groups', asked: { group: ['town_id'] }, total: 5 },
    { what: 'of a pivot', asked: { group: ['name', 'town_id'], pivot: 'town_id' }, total: 40 },
    {
      what: 'of a pivot sorted by a measure',
      asked: { group: ['name', 'town_id'], pivot: 'town_id', order: [{ alias: 'count_id' }] },
      total: 40,
    },
    {
      what: 'of the first of each',
      asked: {
        entities: [person],
        top: { n: 2, per: ['town_id'], order: [{ alias: 'name' }] },
        order: [{ alias: 'name' }],
      },
      total: 10,
    },
  ])(
    '$what is known from a page that reaches the end, without a second statement',
    async ({ asked, total }) => {
      const sent: string[] = [];
      const listen = (message: unknown) => {
        sent.push(z.object({ sql: z.string() }).parse(message).sql);
      };
      subscribe(statementChannel, listen);
      const { data, size } = await ask({ entities: [counted], ...asked }).finally(() =>
        unsubscribe(statementChannel, listen),
      );
      expect({ rows: data.length, total: size.total }).toEqual({ rows: total, total });
      // The readers of a SQLite file are other processes, whose statements are not visible here.
      if (engine !== 'sqlite') expect(sent.filter((text) => text.includes('person'))).toHaveLength(1);
    },
  );

  test('is the same for many simultaneous requests', async () => {
    const requests = [0, 1, 2, 3].map((id) =>
      JSON.stringify({ entities: [person], where: townIdIs('EQ', id), order: [{ alias: 'name' }], limit: 3 }),
    );
    const alone: Answer[] = [];
    for (const request of requests) alone.push(await service.query(request));
    const crowd = Array.from({ length: 24 }, (_, i) => i % 4);
    let statements = 0;
    const listen = () => {
      statements++;
    };
    subscribe(statementChannel, listen);
    const answers = await Promise.all(crowd.map((i) => service.query(requests[i] ?? ''))).finally(() =>
      unsubscribe(statementChannel, listen),
    );
    expect(answers).toEqual(crowd.map((i) => alone[i]));
    // Where two statements would have to wait for each other, they are combined.
    if (engine === 'mysql') expect(statements).toBeLessThan(2 * crowd.length);
  });
});

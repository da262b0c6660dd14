import { parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordProperty } from '../../src/contract/record-properties.ts';
import { linksOf } from '../../src/model/links.ts';
import type { TestDatabase } from '../support/servers.ts';
import { rowsOf, Subject, tail } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

describe.each(zoos)('foreign keys on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, zoo.graph.script, ...Object.values(zoo.views).map((view) => `${view};`));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test.each([...zoo.graph.cases])(
    'gives the records of $entity the expected links',
    async ({ entity, links }) => {
      const rows = rowsOf(await subject.list(entity));
      expect(
        rows.map(({ __links__ }) =>
          Object.fromEntries(Object.entries(__links__).map(([name, url]) => [name, tail(url)])),
        ),
      ).toEqual(links);
    },
  );

  test('every link leads to a record with the same values, or to none if the reference dangles', async ({
    annotate,
  }) => {
    const entities = [...(await subject.entities()).values()].filter(({ kind }) => kind === 'table');
    const snapshot = await subject.use(async (current) => current.database);
    let followed = 0;
    for (const entity of entities) {
      const list = await subject.list(entity.name);
      for (const [i, { __links__ }] of rowsOf(list).entries()) {
        const own = values(`[${list}]`)[i];
        for (const link of linksOf(snapshot, entity)) {
          const url = __links__[link.name];
          if (url === undefined) continue;
          followed++;
          const target = await subject.follow(url).catch((error: { kind?: string }) => error.kind);
          if (entity.name === 'dangling') {
            expect(target).toBe('unknown-record');
            continue;
          }
          const names = link.by ?? snapshot.entities.get(link.target)?.key.map(({ name }) => name) ?? [];
          const [record] = values(`[${target}]`);
          expect(names.map((name) => record?.get(recordProperty(name)))).toEqual(
            link.values.map(({ name }) => own?.get(recordProperty(name))),
          );
        }
      }
    }
    expect(followed).toBeGreaterThan(10);
    await annotate(`${zoo.engine}: ${followed} links of ${entities.length} tables followed, all right`, 'V6');
  });

  test.each(Object.keys(zoo.views))('the view %s lists its rows, without URLs', async (view) => {
    expect((await subject.entity(view)).kind).toBe('view');
    const list = await subject.list(view);
    expect(rowsOf(list)).toMatchObject([
      { id: 1, name: 'Ada', __url__: null, __links__: {} },
      { id: 2, name: 'Bob', __url__: null, __links__: {} },
    ]);
    await expect(subject.record(view, '[1]')).rejects.toMatchObject({ kind: 'unknown-record' });
  });
});

/** Each record's values as exact text; in SQLite a number can reference the same number as text. */
function values(list: string): Map<string, string>[] {
  const records = parse(list);
  if (!Array.isArray(records)) throw new Error('a list is an array');
  return records.map(
    (record: object) => new Map(Object.entries(record).map(([name, value]) => [name, String(value)])),
  );
}

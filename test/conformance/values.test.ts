import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../support/servers.ts';
import { links, Subject } from './subject.ts';
import { openTypes, withNull, zoos } from './zoos.ts';

describe.each(zoos)('on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openTypes(zoo);
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test('there is an entity for each type', async ({ annotate }) => {
    expect((await subject.entities()).size).toBeGreaterThanOrEqual(zoo.types.length);
    const values = zoo.types.reduce((sum, which) => sum + withNull(which).length, 0);
    await annotate(`${zoo.engine}: ${values} values of ${zoo.types.length} types`, 'V3');
    const numbers = zoo.types.filter(({ mode }) => mode === 'integer' || mode === 'numeric');
    const digits = numbers.reduce((sum, which) => sum + withNull(which).length, 0);
    await annotate(
      `${zoo.engine}: ${digits} numbers of ${numbers.length} types, every digit in lists and records`,
      'V1',
    );
    if (zoo.engine === 'sqlite') await annotate(`${values} values keep their storage class`, 'V4');
  });

  describe.each(zoo.types.map((which, i) => ({ ...which, entity: `type_${i}`, which })))(
    'a column of type $type',
    ({ mode, entity, which }) => {
      const record = (id: number, json: string) =>
        `{"id":${id},"v":${json},"__url__":"${links.recordPrefix(entity)}${id}]","__links__":{}}`;
      const records = withNull(which).map(([, json], id) => record(id, json));

      test(`has the mode ${mode} in the model`, async () => {
        expect((await subject.entity(entity)).column.get('v')?.mode).toBe(mode);
      });

      test('has every value exactly in the list', async () => {
        const list = await subject.list(entity);
        // Compared one by one first, so that a failure shows the differing value.
        if (list !== records.join(','))
          expect(list.split(',{"id":')).toEqual(records.join(',').split(',{"id":'));
        expect(list).toBe(records.join(','));
      });

      test('has every value exactly in its record', async () => {
        for (const [id, expected] of records.entries())
          expect(await subject.record(entity, `[${id}]`)).toBe(expected);
      });

      test('returns JSON that a strict parser accepts', async () => {
        expect(JSON.parse(`[${await subject.list(entity)}]`)).toHaveLength(records.length);
      });
    },
  );
});

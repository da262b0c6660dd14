import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../support/servers.ts';
import type { TypeCase, Zoo } from '../zoo/zoo.ts';
import { links, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

const withNull = ({ values }: TypeCase) => [...values, ['null', 'null'] as const];

/** A table for each type: the values in their order, under the name that the type's place gives. */
function valueTable(zoo: Zoo, which: TypeCase, i: number): string {
  const insert = withNull(which).map(([sql], id) => `insert into type_${i} values (${id}, ${sql});`);
  return `create table type_${i} (id integer primary key, ${zoo.quote('v')} ${which.type});\n${insert.join('\n')}`;
}

describe.each(zoos)('on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, ...zoo.types.map((which, i) => valueTable(zoo, which, i)));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test('all is there to be compared', async ({ annotate }) => {
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

      test(`is ${mode} in the map`, async () => {
        expect((await subject.entity(entity)).column.get('v')?.mode).toBe(mode);
      });

      test('has every value exactly in the list', async () => {
        const list = await subject.list(entity);
        // One by one first: a difference shows in the value that has it.
        if (list !== records.join(','))
          expect(list.split(',{"id":')).toEqual(records.join(',').split(',{"id":'));
        expect(list).toBe(records.join(','));
      });

      test('has every value exactly in its record', async () => {
        for (const [id, expected] of records.entries())
          expect(await subject.record(entity, `[${id}]`)).toBe(expected);
      });

      test('gives JSON that a strict parser reads', async () => {
        expect(JSON.parse(`[${await subject.list(entity)}]`)).toHaveLength(records.length);
      });
    },
  );
});

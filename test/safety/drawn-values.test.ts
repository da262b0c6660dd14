/** Random values of unusual types: each is shown exactly, or in its canonical text. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { links, Subject } from '../conformance/subject.ts';
import { isLongRun } from '../support/long-run.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import type { Value } from '../zoo/zoo.ts';
import { type GeneratedType, generatedTypes } from './drawn-types.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);
const count = 100;

function tableOf({ setUp = '', columns }: GeneratedType, i: number, values: readonly Value[]): string {
  const own = columns.startsWith('n ') ? 'n' : 'v';
  return `${setUp}
    create table drawn_${i} (id integer primary key, ${columns});
    insert into drawn_${i} (id, ${own}) values ${values.map(([sql], id) => `(${id}, ${sql})`).join(', ')};`;
}

describe.each(engines)(`random values on %s (seed ${seed})`, (engine) => {
  const types = generatedTypes[engine].map((type) => ({
    ...type,
    drawn: fc.sample(type.values, { numRuns: count, seed }),
  }));
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(types.map((type, i) => tableOf(type, i, type.drawn)).join('\n'));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test.each(types.map((type, i) => ({ ...type, entity: `drawn_${i}` })))(
    '$what',
    async ({ entity, drawn }) => {
      const list = await subject.list(entity);
      const ending = (id: number, json: string) =>
        `"v":${json},"__url__":"${links.recordPrefix(entity)}${id}]","__links__":{}}`;
      for (const [id, [sql, json]] of drawn.entries()) {
        expect(list, sql).toContain(ending(id, json));
        if (id % (isLongRun ? 1 : 5) > 0) continue;
        const record = await subject.record(entity, `[${id}]`);
        expect(record.endsWith(ending(id, json)), `${sql} is ${record}`).toBe(true);
        expect(list).toContain(record);
      }
    },
  );

  test('have at least 20 different values of each type', async ({ annotate }) => {
    const fewest = Math.min(...types.map(({ drawn }) => new Set(drawn.map(([sql]) => sql)).size));
    expect(fewest).toBeGreaterThanOrEqual(20);
    await annotate(
      `${engine}: ${count} drawn values of each of ${types.length} odd types (${types.map(({ what }) => what).join(', ')})`,
      'V3',
    );
  });
});

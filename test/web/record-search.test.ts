/** The search of the page finds records by their names and codes on every engine. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { conditionsFor, requestFor } from '../../web/answers/recordSearch.ts';
import { queryPath } from '../query/service.ts';
import { engines } from '../support/servers.ts';
import { servePage } from './served-page.ts';

const Answer = z.object({ data: z.array(z.array(z.unknown())) });

describe.each(engines)('the search on %s', (engine) => {
  const page = servePage(
    engine,
    `CREATE TABLE patient (id INTEGER PRIMARY KEY, mrn VARCHAR(20) UNIQUE, name VARCHAR(20));
      INSERT INTO patient VALUES (1, 'MRN-7', 'Ada'), (2, 'MRN-70', 'Mrn-7 Bea'), (3, '2', 'Cem'), (4, NULL, 'Dan');
      CREATE TABLE edition (id INTEGER PRIMARY KEY, isbn VARCHAR(20), pages INTEGER);
      CREATE UNIQUE INDEX edition_isbn ON edition (isbn);
      INSERT INTO edition VALUES (1, '978-3-16', 5), (2, '978-4-17', 6);`,
  );

  test.each([
    ['patient', 'mrn-7', [1, 2]],
    ['patient', 'mrn-70', [2]],
    ['patient', '2', [2, 3]],
    ['patient', 'dan', [4]],
    ['patient', 'none', []],
    ['edition', '978-3', [1]],
    ['edition', '978-4-17', [2]],
  ])('of %s for %s', async (name, word, keys) => {
    const entity = page.model.entities.get(name);
    const conditions = entity && conditionsFor(entity, [word]);
    const request = entity && conditions && requestFor(entity, conditions, []);
    const { data } = Answer.parse(await (await page.service.post(queryPath, request)).json());
    expect(data.map(([key]) => key)).toEqual(keys);
  });
});

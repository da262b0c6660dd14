/** SQLite's columns may hold values of several kinds; where that makes numbers questionable, the page finds it out. */
import { describe, expect, test } from 'vitest';
import { type Cell, parseExact } from '../../web/api/exact.ts';
import { emptyDocument, type QueryDocument } from '../../web/query/document.ts';
import { addField, addRoot, findAttribute } from '../../web/query/edits.ts';
import { addMeasure, groupBy, setTotals } from '../../web/query/groups/grouping.ts';
import { suspects } from '../../web/query/groups/mixedValues.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { queryPath } from '../query/service.ts';
import { servePage } from './served-page.ts';

describe('values of several kinds', () => {
  const page = servePage(
    'sqlite',
    `
      CREATE TABLE part (id INTEGER PRIMARY KEY, size, price NUMERIC, stock INTEGER, rate REAL);
      INSERT INTO part VALUES (1, 1, 2.5, 3, 9e999), (2, '2024-01-05', '7 apples', 4, 1);
      CREATE TABLE event (id INTEGER PRIMARY KEY, part REFERENCES part, seen DATETIME, planned DATETIME, day DATE);
      INSERT INTO event VALUES (1, 1, '2024-01-01 10:00:00', '2024-01-01T10:00:00Z', '2024-01-01'),
        (2, 1, '2024-01-01T23:30:00-05:00', '2024-01-01T23:30:00+02:00', '2024-01-02'), (3, 2, NULL, NULL, NULL);`,
  );

  const path = (root: string, attribute: string) => ({ root, steps: [], attribute });
  const all = (name: string) => addRoot(emptyDocument, page.model, name);

  /** The columns of which the page warns. */
  async function doubted(doc: QueryDocument): Promise<readonly string[]> {
    const found = await Promise.all(
      suspects(doc, page.model).map(async ({ kind, column, searches, isFound }) => {
        const first = searches.map(async (search): Promise<Cell | undefined> => {
          const body = { ...toUniGrid(search, new Date()), limit: 1, count: 'none' };
          const answer = await (await page.service.post(queryPath, body)).text();
          return parseExact<{ data: Cell[][] }>(answer).data[0]?.[0];
        });
        return isFound(await Promise.all(first)) ? [`${kind} ${column.name}`] : [];
      }),
    );
    return found.flat();
  }

  test('are texts among summed numbers', async () => {
    const grouped = groupBy(all('part'), page.model, path('part', 'id'));
    const summed = ['size', 'price', 'stock', 'rate'].reduce(
      (doc, name) => addMeasure(doc, page.model, path('part', name), 'sum'),
      grouped,
    );
    expect(await doubted(summed)).toEqual(['texts size', 'texts price']);
    expect(await doubted(addMeasure(grouped, page.model, path('part', 'price'), 'max'))).toEqual([]);
  });

  test('are texts among the numbers of a total', async () => {
    const doc = addField(all('part'), page.model, path('part', 'price'));
    const alias = findAttribute(doc, page.model, path('part', 'price'))?.alias ?? '';
    expect(await doubted(doc)).toEqual([]);
    expect(await doubted(setTotals(doc, alias, ['avg']))).toEqual(['texts price']);
  });

  test('are moments with and without an offset', async () => {
    const dates = ['seen', 'planned', 'day'];
    const grouped = dates.reduce((doc, name) => groupBy(doc, page.model, path('event', name)), all('event'));
    expect(await doubted(grouped)).toEqual(['offsets seen']);
  });
});

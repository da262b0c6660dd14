/** The columns of a pivot table are in the order of what they show, on the screen and in its file. */
import { describe, expect, test } from 'vitest';
import { parseExact } from '../../web/api/exact.ts';
import { groupChart } from '../../web/charts/groups/groupChart.ts';
import type { RunGroups } from '../../web/charts/groups/groupData.ts';
import { loadPivot, pivotFile } from '../../web/charts/groups/pivotData.ts';
import { emptyDocument, type QueryDocument } from '../../web/query/document.ts';
import { addRoot } from '../../web/query/edits.ts';
import { addOver, groupBy } from '../../web/query/groups/grouping.ts';
import { setChart } from '../../web/query/view.ts';
import { queryPath } from '../query/service.ts';
import { servePage } from './served-page.ts';

describe.each(['sqlite', 'postgres', 'mysql', 'duckdb'] as const)('of references on %s', (engine) => {
  const page = servePage(
    engine,
    `CREATE TABLE status (code VARCHAR(5) PRIMARY KEY, name VARCHAR(20));
      INSERT INTO status VALUES ('a', 'Transferred'), ('b', 'Cancelled'), ('c', 'Admitted'), ('d', NULL);
      CREATE TABLE stay (id INTEGER PRIMARY KEY, ward VARCHAR(5), status VARCHAR(5) REFERENCES status (code));
      INSERT INTO stay VALUES (1, 'x', 'a'), (2, 'x', 'b'), (3, 'y', 'b'), (4, 'y', 'c'), (5, 'y', NULL),
        (6, 'y', 'c'), (7, 'y', 'c'), (8, 'y', 'd');`,
  );

  const run: RunGroups = async (query, part) =>
    parseExact(await (await page.service.post(queryPath, { ...query, ...part })).text());

  function pivoted(): QueryDocument {
    const field = (attribute: string) => ({ root: 'stay', steps: [], attribute });
    const stays = addRoot(emptyDocument, page.model, 'stay');
    const grouped = groupBy(groupBy(stays, page.model, field('ward')), page.model, field('status'));
    return setChart(grouped, { kind: 'pivot', y: 'count_id' });
  }

  async function shown(doc: QueryDocument) {
    const chart = groupChart(doc, page.model, doc.view.chart ?? {});
    if (!chart) throw new Error('no chart');
    const { slots, series, points } = await loadPivot(doc, page.model, chart, new Date(), run);
    const numbers = slots.map((slot) =>
      series.map((one) => points.get(`${slot.key} ${one.key}`)?.value ?? null),
    );
    return [series.map(({ label }) => label), ...numbers];
  }

  async function written(doc: QueryDocument): Promise<readonly string[]> {
    const file = await pivotFile(doc, page.model, new Date(), run);
    const response = await page.service.post(`${queryPath}/export?format=csv`, file);
    return (await response.text()).trim().split('\r\n');
  }

  test('upwards', async () => {
    expect(await shown(pivoted())).toEqual([
      ['Admitted', 'Cancelled', 'Transferred', 'd', 'no value'],
      [0, 1, 1, 0, 0],
      [3, 1, 0, 1, 1],
    ]);
    expect(await written(pivoted())).toEqual([
      'Ward,Admitted,Cancelled,Transferred,d,no value',
      'x,0,1,1,0,0',
      'y,3,1,0,1,1',
    ]);
  });

  test('downwards', async () => {
    const order = [{ alias: 'status', asc: false }];
    expect(await shown({ ...pivoted(), order })).toEqual([
      ['Transferred', 'Cancelled', 'Admitted', 'd', 'no value'],
      [1, 1, 0, 0, 0],
      [0, 1, 3, 1, 1],
    ]);
    expect(await written({ ...pivoted(), order })).toEqual([
      'Ward,Transferred,Cancelled,Admitted,d,no value',
      'x,1,1,0,0,0',
      'y,0,1,3,1,1',
    ]);
  });

  test('with calculations over the groups', async () => {
    const over = { fn: 'share', of: 'count_id', per: ['status'] } as const;
    const { doc, alias } = addOver(pivoted(), page.model, over, 'Share');
    const share = setChart(doc, { kind: 'pivot', y: alias });
    expect(await shown(share)).toEqual([
      ['Admitted', 'Cancelled', 'Transferred', 'd', 'no value'],
      [null, 0.5, 1, null, null],
      [1, 0.5, null, 1, 1],
    ]);
    const shares = ['Admitted', 'Cancelled', 'Transferred', 'd', 'no value'];
    expect(await written(share)).toEqual([
      ['Ward', ...shares.flatMap((name) => [`${name} Count of Stay`, name])].join(','),
      'x,0,,1,0.5,1,1,0,,0,',
      'y,3,1,1,0.5,0,,1,1,1,1',
    ]);
  });
});

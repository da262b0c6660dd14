/** Values have the same form in queries and exports as in lists: every digit, every byte. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { fewOrAll } from '../support/long-run.ts';
import type { TestDatabase } from '../support/servers.ts';
import { openTypes, withNull, zoos } from './zoos.ts';

describe.each(zoos)('queried values on $engine', (zoo) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await openTypes(zoo);
    service = await startService(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const ask = async (path: string, entity: string, more: { selected?: boolean; where?: object } = {}) => {
    const { selected = false, where = {} } = more;
    const attributes = [{ id: 'id', selected }, { id: 'v' }];
    const body = { entities: [{ id: entity, attributes }], where, order: [{ alias: 'id' }], limit: 1_000 };
    const response = await service.post(`/api/database/uni-grid-request${path}`, body);
    expect(response.status).toBe(200);
    return response.text();
  };

  test.for(zoo.types.map((which, i) => ({ ...which, entity: `type_${i}`, which })))(
    'of type $type are exact in grids and exports',
    async ({ entity, which }) => {
      const expected = withNull(which).map(([, json]) => json);
      const grid = await ask('', entity);
      expect(grid.slice(0, grid.indexOf('],"size"'))).toBe(
        `{"cols":["v"],"data":[${expected.map((json) => `[${json}]`).join(',')}`,
      );
      const lines = await ask('/export?format=ndjson', entity);
      expect(lines).toBe(expected.map((json) => `{"v":${json}}\n`).join(''));
      // With a condition a different writer may be used.
      const where = { func: { name: 'GTE', args: [{ alias: 'id' }, { value: 0 }] } };
      // The two formats differ only in their separators.
      for (const format of fewOrAll(['csv'], ['csv', 'tsv'])) {
        const all = await ask(`/export?format=${format}`, entity, { selected: true });
        expect(all.split('\r\n').length).toBeGreaterThan(expected.length);
        expect(await ask(`/export?format=${format}`, entity, { selected: true, where })).toBe(all);
      }
    },
  );

  test('are more than a hundred', async ({ annotate }) => {
    const count = zoo.types.reduce((sum, which) => sum + withNull(which).length, 0);
    expect(count).toBeGreaterThan(100);
    await annotate(
      `${zoo.engine}: ${count} values of ${zoo.types.length} types in queries and exports`,
      'V1',
    );
  });
});

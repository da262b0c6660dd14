/** Values of every type support paging in their order, grouping, and min and max. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import type { TestDatabase } from '../support/servers.ts';
import { openTypes, withNull, zoos } from './zoos.ts';

describe.each(zoos)('values on $engine', (zoo) => {
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

  async function ask(request: object, to = ''): Promise<string> {
    const response = await service.post(`/api/database/uni-grid-request${to}`, request);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return text;
  }

  /** The rows of the answer as text, with all digits. */
  const rowsOf = (answer: string) => /"data":\[(.*)\],"size":/s.exec(answer)?.[1];

  async function pages(request: object, rows: number, limit: number): Promise<string> {
    const found: (string | undefined)[] = [];
    for (let after: string | undefined; found.length <= rows; ) {
      const answer = await ask({ ...request, limit, ...(after === undefined ? {} : { after }) });
      found.push(rowsOf(answer));
      after = /"next":"([\w-]+)"\}$/.exec(answer)?.[1];
      if (after === undefined) break;
    }
    return found.join(',');
  }

  const types = zoo.types.map((which, i) => ({
    ...which,
    entity: `type_${i}`,
    which,
    /** The number of earlier types with the same mode. */
    place: zoo.types.slice(0, i).filter(({ mode }) => mode === which.mode).length,
  }));

  test.for(types)(
    'of type $type are complete page by page, in both directions',
    async ({ entity, which, place }) => {
      const entities = [{ id: entity, attributes: [{ id: 'id' }, { id: 'v' }] }];
      // Types of one mode alternate.
      for (const asc of fewOrAll([place % 2 === 0], [true, false])) {
        const request = { entities, order: [{ alias: 'v', asc }] };
        const whole = rowsOf(await ask({ ...request, limit: 1_000 }));
        // An engine may read a sorted value back from its sort keys, where two values can be equal.
        for (const [id, [, json]] of withNull(which).entries()) expect(whole).toContain(`[${id},${json}]`);
        // Descending pages start at the other end, so other values become cursors. The long run uses every value.
        expect(await pages(request, withNull(which).length, asc ? (isLongRun ? 1 : 4) : 5)).toBe(whole);
      }
    },
  );

  test.for(types)('of type $type have the same form as group values', async ({ entity, which }) => {
    const expected = withNull(which).map(([, json]) => json);
    const entities = [{ id: entity, attributes: [{ id: 'v' }, { id: 'id', summaries: ['count'] }] }];
    const request = { entities, group: ['v'] };
    const lines = (await ask(request, '/export?format=ndjson')).split('\n').slice(0, -1);
    for (const line of lines) {
      expect(expected).toContain(/^\{"v":(.*),"count_id":\d+\}$/s.exec(line)?.[1]);
    }
    const answer = await ask({ ...request, limit: 1_000 });
    expect(JSON.parse(answer)).toMatchObject({ size: { total: lines.length, frame: lines.length } });
    expect(await pages(request, lines.length, isLongRun ? 3 : 5)).toBe(rowsOf(answer));
  });

  test.for(types)('of type $type have the same form as min and max', async ({ entity, which }) => {
    const expected = withNull(which).map(([, json]) => json);
    const both = ['min', 'max'];
    for (const summaries of fewOrAll([both], [both, ['min'], ['max']])) {
      const entities = [{ id: entity, attributes: [{ id: 'v', summaries }] }];
      const answer = await ask({ entities, limit: 0 });
      expect(JSON.parse(answer)).toHaveProperty('summaries.v');
      const pattern = summaries.map((summary) => `"${summary}":(.*)`).join(',');
      const found = new RegExp(`${pattern}\\}\\}\\}$`, 's').exec(answer)?.slice(1);
      expect(found).toHaveLength(summaries.length);
      for (const value of found ?? []) expect(expected).toContain(value);
    }
  });

  test.for(types)(
    'of type $type have the same form in exports of one-row groups',
    async ({ entity, which, place }) => {
      const expected = withNull(which).map(
        ([, json], id) => `{"id":${id},"min_v":${json},"max_v":${json}}\n`,
      );
      const attributes = [{ id: 'id' }, { id: 'v', summaries: ['min', 'max'] }];
      const grouped = { entities: [{ id: entity, attributes }], group: ['id'] };
      expect(await ask(grouped, '/export?format=ndjson')).toBe(expected.join(''));
      const twice = [{ id: 'id' }, { id: 'v', alias: 'min_v' }, { id: 'v', alias: 'max_v' }];
      const rows = { entities: [{ id: entity, attributes: twice }], order: [{ alias: 'id' }] };
      const texts = ['/export?format=csv', '/export?format=tsv', '/export?format=csv&safe=1'];
      for (const to of fewOrAll(texts.slice(0, 1), texts)) {
        expect(await ask(grouped, to)).toBe(await ask(rows, to));
      }
      // Types of one mode are written alike.
      if (isLongRun || place === 0) await ask(grouped, '/export?format=xlsx');
    },
  );

  const selections = types.filter(({ mode }) => mode === 'selection');
  test.runIf(selections.length > 0).for(selections)(
    'of type $type are found by their name in conditions',
    async ({ entity, which }) => {
      const entities = [{ id: entity, attributes: [{ id: 'id', selected: false }, { id: 'v' }] }];
      for (const [, json] of which.values) {
        for (const name of ['EQ', 'IN', 'LTE', 'GTE', 'BETWEEN_INC']) {
          const bounds = Array.from({ length: name === 'BETWEEN_INC' ? 2 : 1 }, () => ({
            value: JSON.parse(json),
          }));
          const where = { func: { name, args: [{ alias: 'v' }, ...bounds] } };
          expect(rowsOf(await ask({ entities, where })), name).toContain(`[${json}]`);
        }
      }
    },
  );
});

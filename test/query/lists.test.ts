/** IN lists: short and long ones find the same rows as the reference evaluator, and too long ones cost nothing. */
import { LosslessNumber, stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxParts, maxValues } from '../../src/contract/shape.ts';
import { fewOrAll } from '../support/long-run.ts';
import { engines, type TestDatabase } from '../support/servers.ts';
import { differenceOf } from './compare.ts';
import { type DataColumn, type DataTable, storedOn } from './dataset.ts';
import { drawLiteral } from './draw.ts';
import { loadData } from './load.ts';
import { evaluate } from './reference.ts';
import type { GridRequest, Literal } from './request.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

/** Stored values and the edges of the type, in all notations; some of them are omitted. */
function literals(table: DataTable, column: DataColumn, count: number): Literal[] {
  return Array.from({ length: count }, (_, i) => i + Math.floor(i / 3)).map((i) =>
    drawLiteral(table, column, { index: i, shape: i, from: 0, to: 0 }),
  );
}

function dayAfter(first: string, days: number): string {
  return new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
}

function asking(table: DataTable, column: DataColumn, name: string, values: Literal[]): GridRequest {
  const attributes = table.columns.map(({ name: id }) => ({ id, selected: id === column.name }));
  return {
    entities: [{ id: table.name, attributes }],
    where: { func: { name, args: [{ alias: column.name }, { value: values }] } },
    limit: 1_000,
  };
}

describe.each(engines)('IN lists on %s', (engine) => {
  const data = storedOn(engine, zoo);
  const columns = [...data.tables.values()].flatMap((table) =>
    table.columns.map(
      (column, i) => [`${table.name}.${column.name} (${column.kind})`, table, column, i] as const,
    ),
  );
  // Refused before the engine matters.
  const isForAll = fewOrAll(['sqlite'], engines).includes(engine);
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await loadData(engine, zoo);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  test.each(columns)(
    'of few and of many values find the right rows by %s',
    async (_name, table, column, i) => {
      const both = ['IN', 'NOT_IN'];
      // Servers get the short list for two columns, then the long one for two, and so on.
      const lengths = isForAll ? [3, 40] : [i % 4 < 2 ? 3 : 40];
      for (const [k, count] of lengths.entries()) {
        // IN for the short list and NOT_IN for the long one, or vice versa, alternating by column.
        for (const name of fewOrAll([(i + k) % 2 === 0 ? 'IN' : 'NOT_IN'], both)) {
          const request = asking(table, column, name, literals(table, column, count));
          const { status, body } = await service.query(stringify(request) ?? '');
          expect(status, body).toBe(200);
          expect(differenceOf(evaluate(data, request), request, body), `${count} ${name}`).toBeUndefined();
        }
      }
    },
  );

  const tag = (name: string) => {
    const table = data.tables.get('tag');
    const column = table?.columns.find((one) => one.name === name);
    if (table === undefined || column === undefined) throw new Error(`a tag has a ${name}`);
    return { table, column };
  };
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, i) => new LosslessNumber(String(i + 2)));

  test.each([
    ['weight', 'IN', numbers(maxValues)],
    [
      'word',
      'NOT_IN',
      Array.from({ length: maxValues }, (_, i) => (i === 7_000 ? 'grün' : `"word" \\ ${i}`)),
    ],
    ['day', 'IN', Array.from({ length: maxValues }, (_, i) => dayAfter('2024-01-02', i))],
  ])('of the maximum length find the right rows by %s', async (name, chosen, values) => {
    const { table, column } = tag(name);
    for (const way of fewOrAll([chosen], ['IN', 'NOT_IN'])) {
      const request = asking(table, column, way, values);
      const { status, body } = await service.query(stringify(request) ?? '');
      expect(status, body).toBe(200);
      const expected = evaluate(data, request);
      expect(expected.total).toBeGreaterThan(0);
      expect(differenceOf(expected, request, body)).toBeUndefined();
    }
  });

  const { table, column } = tag('weight');
  const spread = (count: number) => ({
    ...asking(table, column, 'IN', []),
    where: {
      func: { name: 'IN', args: [{ alias: 'weight' }, ...numbers(count).map((value) => ({ value }))] },
    },
  });
  const among = (count: number) => asking(table, column, 'IN', numbers(count));
  const halves = {
    cond: { with: 'OR', entries: [among(maxValues / 2).where, among(maxValues / 2 + 1).where] },
  };
  const manyParts = (part: unknown) => ({
    entities: [{ id: 'tag', attributes: Array.from({ length: 50 * maxParts }, () => part) }],
  });

  const tooLong: [string, object, string][] = [
    ['one value too many', among(maxValues + 1), '/where/func/args/1/value'],
    ['130,000 values', among(130_000), '/where/func/args/1/value'],
    ['two lists', { ...among(1), where: halves }, '/where/cond/entries/1/func/args/1/value'],
    ['values as separate arguments', spread(60_000), `/where/func/args/${maxValues + 1}/value`],
    [
      'a list in a list',
      asking(table, column, 'IN', [...numbers(130_000), JSON.parse('[1]')]),
      '/where/func/args/1/value',
    ],
    ['half a million invalid attributes', manyParts(1), ''],
  ];
  test.each(isForAll ? tooLong : [])(
    'that are too long are refused quickly: %s',
    async (_name, request, pointer) => {
      const sent = stringify(request) ?? '';
      const before = process.cpuUsage();
      const { status, body } = await service.query(sent);
      const { user, system } = process.cpuUsage(before);
      expect(status, body).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ pointer });
      // Others waited at most for the whole processor time of the request.
      expect((user + system) / 1_000).toBeLessThan(700);
      expect(service.mistakes).toEqual([]);
    },
  );
});

/** The rows behind a group are exactly its rows, unless the page says that these cannot be selected. */
import { describe, expect, test } from 'vitest';
import { type Cell, exactJson, parseExact } from '../../web/api/exact.ts';
import { resultColumns } from '../../web/query/columns.ts';
import { emptyDocument, type QueryDocument } from '../../web/query/document.ts';
import { addRoot } from '../../web/query/edits.ts';
import { writeFilter } from '../../web/query/filters/filters.ts';
import { addRule } from '../../web/query/filters/rules.ts';
import { sameValue } from '../../web/query/filters/sameValue.ts';
import { addMeasure, groupBy } from '../../web/query/groups/grouping.ts';
import { hasLookalikes } from '../../web/query/groups/narrowing.ts';
import { groupNarrowing, rowsBehind } from '../../web/query/groups/rowsBehind.ts';
import { setTimeGroup } from '../../web/query/groups/timeGroups.ts';
import { attributesOf } from '../../web/query/paths.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { queryPath } from '../query/service.ts';
import { servePage } from './served-page.ts';

const before = ['0044-03-15', '0044-07-01', '0002-06-01', '0001-06-01'];
const since = ['0001-01-01', '2024-05-01', '9999-12-31', '12024-05-05', '12024-11-05'];
/** Powers of two, so that a sum says which rows a group has. */
const rowsOf = (write: (day: string, isBefore: boolean) => string) =>
  [...before, ...since].map((day, i) => `(${2 ** i}, ${write(day, i < before.length)})`).join(', ');

const scripts = {
  postgres: `
    CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, d DATE, ts TIMESTAMP, tz TIMESTAMPTZ, js JSON, jb JSONB);
    INSERT INTO thing (id, d, ts, tz) VALUES ${rowsOf((day, isBefore) => {
      const era = isBefore ? ' BC' : '';
      return `'${day}${era}', '${day} 12:30${era}', '${day} 23:30:00+00${era}'`;
    })};
    INSERT INTO thing (id, js, jb) VALUES (1024, '{"a":1}', '{"b":[1, 2],"a":1.50}'),
      (2048, '{"a": 1}', '{"a": 1.50, "b": [1,2]}'), (4096, '"s"', '"say \\"ü\\""'), (8192, 'null', 'null'),
      (16384, '"1"', '"1"'), (32768, '1', '1'), (65536, '"\\u00fc"', '{"10": 1, "9": 2, "é": 3, "ab": null}');`,
  duckdb: `
    CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, d DATE, ts TIMESTAMP, tz TIMESTAMPTZ, js JSON);
    INSERT INTO thing (id, d, ts, tz) VALUES ${rowsOf((day, isBefore) => {
      const era = isBefore ? ' (BC)' : '';
      return `'${day}${era}', '${day}${era} 12:30:00', '${day}${era} 23:30:00+00'`;
    })};
    INSERT INTO thing (id, js) VALUES (1024, '{"a":1}'), (2048, '{"a": 1}'), (4096, '"s"'), (8192, 'null');`,
};

const periods = ['d', 'ts', 'tz'].flatMap((column) =>
  (['year', 'quarter', 'month', 'week', 'day'] as const).map((bucket) => [column, bucket] as const),
);

describe.each(['postgres', 'duckdb'] as const)('behind groups on %s', (engine) => {
  const page = servePage(engine, `${scripts[engine]} UPDATE thing SET n = id;`);

  const path = (attribute: string) => ({ root: 'thing', steps: [], attribute });
  const things = () => addRoot(emptyDocument, page.model, 'thing');

  async function answer(doc: QueryDocument) {
    const body = { ...toUniGrid(doc, new Date()), limit: 100 };
    const text = await (await page.service.post(queryPath, body)).text();
    const { cols, data } = parseExact<{ cols: string[]; data: Cell[][] }>(text);
    expect(data, text).toBeDefined();
    return data.map((row) => (id: string) => row[cols.indexOf(id)] ?? null);
  }

  /** The groups whose rows are told to be indistinguishable; the rows of the others are checked. */
  async function toldGroups(asked: QueryDocument): Promise<readonly Cell[]> {
    const doc = addMeasure(asked, page.model, path('n'), 'sum');
    const columns = resultColumns(doc, page.model);
    const field = columns.find(({ kind }) => kind === 'field');
    const sum = columns.find(({ label }) => label.startsWith('Sum'));
    const told: Cell[] = [];
    for (const cell of await answer(doc)) {
      const narrowing = groupNarrowing(doc, page.model, cell);
      if (narrowing && hasLookalikes(doc, page.model, narrowing)) {
        told.push(cell(field?.id ?? ''));
        continue;
      }
      const rows = await answer(rowsBehind(doc, page.model, narrowing, undefined) ?? emptyDocument);
      const total = rows.reduce((before, row) => before + Number(row('n')), 0);
      expect([cell(field?.id ?? ''), total]).toEqual([cell(field?.id ?? ''), Number(cell(sum?.id ?? ''))]);
    }
    return told;
  }

  test.each(periods)('of %s by %s', async (column, bucket) => {
    const grouped = groupBy(things(), page.model, path(column));
    const alias = attributesOf(grouped, page.model).find(({ attribute }) => attribute.id === column)
      ?.attribute.alias;
    expect(await toldGroups(setTimeGroup(grouped, page.model, alias ?? '', { bucket }))).toEqual([]);
  });

  test('of JSON, whose text may look the same in several ways', async () => {
    const documents = expect.objectContaining({ a: expect.anything() });
    const told = await toldGroups(groupBy(things(), page.model, path('js')));
    expect(told).toHaveLength(engine === 'postgres' ? 5 : 4);
    expect(told).toEqual(expect.arrayContaining([documents, documents, null, null]));
  });

  test.each(engine === 'postgres' ? ['js', 'jb'] : ['js'])('a filter from a cell of %s', async (name) => {
    const column = page.model.entities.get('thing')?.column.get(name);
    let compared = 0;
    for (const row of await answer(things())) {
      const condition = column && sameValue(page.model, column, row(name));
      if (!condition) continue;
      const written = writeFilter(things(), page.model, {
        path: path(name),
        ...condition,
        quantity: undefined,
      });
      const found = written ? await answer(addRule(written.doc, [], written.rule)) : [];
      expect(found.map((one) => exactJson(one('id')))).toContain(exactJson(row('id')));
      expect(new Set(found.map((one) => exactJson(one(name))))).toEqual(new Set([exactJson(row(name))]));
      compared++;
    }
    expect(compared).toBe({ js: engine === 'postgres' ? 3 : 1, jb: 6 }[name]);
  });

  test.runIf(engine === 'postgres')('of JSON that the engine normalizes', async () =>
    expect(await toldGroups(groupBy(things(), page.model, path('jb')))).toEqual([null, null]),
  );
});

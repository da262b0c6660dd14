import { describe, expect, test } from 'vitest';
import { type Cell, LosslessNumber } from '../api/exact.ts';
import { shop } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { type ChartAnswer, loadChart } from './chartData.ts';
import { chartFields } from './chartFields.ts';
import type { ChartRequest } from './chartRequest.ts';
import { type Chart, type ChartPreference, chartFor } from './suggestChart.ts';

const now = new Date(2024, 0, 1);
const invoices = addRoot(emptyDocument, shop, 'Invoice');
const n = (value: number) => new LosslessNumber(String(value));

function answer(data: Cell[][], total = data.length): ChartAnswer {
  return { data, size: { total: n(total) } };
}

function totals(values: Record<string, Cell>): ChartAnswer {
  return { data: [], size: { total: null }, summaries: { '\u2060value': values } };
}

/** Returns the answers in turn, and records the requests. */
async function load(doc: QueryDocument, wish: ChartPreference, answers: readonly ChartAnswer[]) {
  const chart: Chart | undefined = chartFor(chartFields(doc, shop), wish);
  if (!chart) throw new Error('nothing to draw');
  const asked: ChartRequest[] = [];
  const data = await loadChart(doc, shop, chart, now, async (request) => {
    asked.push(request);
    return answers[asked.length - 1] ?? answer([]);
  });
  return { data, asked };
}

describe('a bar chart', () => {
  const many = Array.from({ length: 21 }, (_, i) => [`First ${i}`, 'Last', n(i), n(100 - i)]);

  test('requests groups in the order of the measure, never rows', async () => {
    const { asked } = await load(invoices, { kind: 'bars' }, [answer([['Ada', 'L', n(1), n(5)]])]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      group: ['\u2060x0', '\u2060x1', '\u2060x2'],
      order: [
        { alias: 'sum_\u2060value', asc: false },
        { alias: '\u2060x0', asc: true },
        { alias: '\u2060x1', asc: true },
        { alias: '\u2060x2', asc: true },
      ],
      limit: 21,
    });
  });

  test('keeps different records of the same name apart', async () => {
    const rows = answer([
      ['Ada', 'L', n(1), n(5)],
      ['Ada', 'L', n(7), n(3)],
    ]);
    const { data } = await load(invoices, { kind: 'bars' }, [rows]);
    expect(data.kind === 'bars' && data.bars.map(({ key, value }) => [String(key), value])).toEqual([
      ['1', 5],
      ['7', 3],
    ]);
    expect(data.kind === 'bars' && data.bars[1]?.filter).toMatchObject({ name: 'EQ', value: n(7) });
  });

  test('shows twenty bars, and the rest as one', async () => {
    const { data, asked } = await load(invoices, { kind: 'bars' }, [answer(many, 59), totals({ sum: n(7) })]);
    expect(data).toMatchObject({ kind: 'bars', other: { value: 7, categories: 39 } });
    expect(data.kind === 'bars' && data.bars).toHaveLength(20);
    expect(asked[1]).toMatchObject({ limit: 0 });
  });

  test('shows the twenty-first bar instead of a rest of one', async () => {
    const { data } = await load(invoices, { kind: 'bars' }, [answer(many, 21)]);
    expect(data).toMatchObject({ kind: 'bars', other: undefined });
    expect(data.kind === 'bars' && data.bars).toHaveLength(21);
  });
});

describe('a line chart', () => {
  test('groups by the period that fits the range', async () => {
    const { asked, data } = await load(invoices, {}, [
      totals({ min: '2020-01-05T00:00:00', max: '2023-12-30T10:00:00' }),
      answer([['2020-01-01', n(3)]]),
    ]);
    expect(data).toMatchObject({ kind: 'line', bucket: 'month' });
    expect(JSON.stringify(asked[1])).toContain('"bucket":"month"');
  });

  test('has zero where a sum is empty, and a gap where an average is empty', async () => {
    const rows = answer([
      ['2020-01-01', n(3)],
      ['2020-03-01', n(4)],
    ]);
    const sum = await load(invoices, { bucket: 'month' }, [rows]);
    expect(sum.data.kind === 'line' && sum.data.points.map(({ value }) => value)).toEqual([3, 0, 4]);
    const average = await load(invoices, { bucket: 'month', aggregate: 'avg' }, [rows]);
    expect(average.data.kind === 'line' && average.data.points.map(({ value }) => value)).toEqual([
      3,
      undefined,
      4,
    ]);
  });

  test('says how many rows have no date that fits on the axis', async () => {
    const rows = answer([
      ['0044-01-01 BC', n(7)],
      ['2024-01-01', n(3)],
      [null, n(9)],
    ]);
    const { data, asked } = await load(invoices, { bucket: 'year' }, [rows, totals({ count: n(4) })]);
    expect(data).toMatchObject({ points: [{ value: 3 }], omitted: 4 });
    const names = asked[1]?.where?.cond.entries[0]?.cond?.entries.map(({ func, cond }) =>
      func ? func.name : cond?.entries.map((entry) => entry.func?.name),
    );
    expect(names).toEqual([['GTE', 'LT'], 'IS_NULL']);
    const whole = await load(invoices, { bucket: 'year' }, [answer([['2024-01-01', n(3)]])]);
    expect(whole.data).toMatchObject({ omitted: 0 });
    expect(whole.asked).toHaveLength(1);
  });

  test('says how many periods it leaves out', async () => {
    const { data } = await load(invoices, { bucket: 'day' }, [answer([['2024-01-01', n(3)]], 2001)]);
    expect(data).toMatchObject({ points: [{}], left: 2000 });
  });

  test('without any date has no points', async () => {
    const { data } = await load(invoices, { bucket: 'month' }, [answer([[null, n(3)]])]);
    expect(data).toMatchObject({ kind: 'line', points: [] });
  });
});

describe('a histogram', () => {
  test('counts few distinct values in the browser', async () => {
    const { data, asked } = await load(invoices, { kind: 'histogram' }, [
      totals({ min: n(0), max: n(10), count_distinct: n(2) }),
      answer([
        [n(1), n(5)],
        [n(9), n(2)],
      ]),
    ]);
    // The range, the values, and the number of rows.
    expect(asked).toHaveLength(3);
    expect(data.kind === 'histogram' && data.bins.reduce((sum, { count }) => sum + count, 0)).toBe(7);
  });

  test('leaves out numbers without a place on the axis', async () => {
    const { data, asked } = await load(invoices, { kind: 'histogram' }, [
      totals({ min: n(0), max: 'Infinity', count_distinct: n(3) }),
      totals({ min: n(0), max: n(10), count_distinct: n(2) }),
      answer([
        [n(1), n(5)],
        [n(9), n(2)],
        ['Infinity', n(1)],
      ]),
      totals({ count: n(12) }),
    ]);
    expect(data).toMatchObject({ omitted: 5 });
    expect(asked[1]?.where?.cond.entries).toHaveLength(2);
    expect(data.kind === 'histogram' && data.bins.reduce((sum, { count }) => sum + count, 0)).toBe(7);
  });

  test('of long numbers that differ in their last digits alone leads to all of them', async () => {
    const [low, high] = ['9007199254740992', '9007199254740993'];
    const { data } = await load(invoices, { kind: 'histogram' }, [
      totals({ min: new LosslessNumber(low), max: new LosslessNumber(high), count_distinct: n(2) }),
      answer([
        [new LosslessNumber(low), n(5)],
        [new LosslessNumber(high), n(2)],
      ]),
    ]);
    expect(data.kind === 'histogram' && data.bins).toMatchObject([
      {
        count: 7,
        filter: {
          entries: [
            { name: 'GTE', value: low },
            { name: 'LTE', value: high },
          ],
        },
      },
    ]);
  });

  test('lets the service count each bin if there are many distinct values', async () => {
    const { asked } = await load(invoices, { kind: 'histogram' }, [
      totals({ min: n(0), max: n(100), count_distinct: n(90_000) }),
    ]);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.slice(1).every(({ limit }) => limit === 0)).toBe(true);
  });
});

test('a chart keeps the filters of the query, but not its fields and order', async () => {
  const filtered: QueryDocument = {
    ...invoices,
    order: [{ alias: 'Total', asc: false }],
    where: {
      cond: { with: 'AND', entries: [{ func: { name: 'GT', args: [{ alias: 'Total' }, { value: '1' }] } }] },
    },
  };
  const { asked } = await load(filtered, { bucket: 'year' }, []);
  expect(asked[0]?.where).toEqual(filtered.where);
  const selected = asked[0]?.entities[0]?.attributes.filter((item) => 'selected' in item && item.selected);
  expect(selected).toEqual([{ id: 'InvoiceDate', alias: '\u2060x0', selected: true, bucket: 'year' }]);
});

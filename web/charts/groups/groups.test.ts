import { describe, expect, test } from 'vitest';
import { type Cell, LosslessNumber } from '../../api/exact.ts';
import { shop, step } from '../../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../../query/document.ts';
import { addRoot } from '../../query/edits.ts';
import { addMeasure, groupBy, setBucket } from '../../query/groups/grouping.ts';
import { rowsBehind } from '../../query/groups/rowsBehind.ts';
import { setHaving, setTop } from '../../query/groups/shownGroups.ts';
import { setTimeGroup } from '../../query/groups/timeGroups.ts';
import type { UniGrid } from '../../query/request.ts';
import { setChart, setFormat } from '../../query/view.ts';
import { drawGroups } from './drawGroups.ts';
import { groupChart, possibleGroupKinds } from './groupChart.ts';
import { type GroupData, loadGroups, type RunGroups, totalOf } from './groupData.ts';
import { disambiguated } from './groupSlots.ts';
import { loadPivot, pivotFile } from './pivotData.ts';

const now = new Date(2024, 0, 1);
const n = (value: number | string) => new LosslessNumber(String(value));
const invoices = addRoot(emptyDocument, shop, 'Invoice');
const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
const byBuyer = addMeasure(groupBy(invoices, shop, own('BuyerId')), shop, own('Total'), 'sum');
const byMonth = groupBy(invoices, shop, own('InvoiceDate'));
const byMonthAndBuyer = groupBy(byMonth, shop, own('BuyerId'));

function chartOf(doc: QueryDocument, wish = {}) {
  const chart = groupChart(doc, shop, wish);
  if (!chart) throw new Error('nothing to draw');
  return chart;
}

/** The chart of an answer to the table's own query. */
async function load(doc: QueryDocument, wish: object, data: Cell[][], total = data.length) {
  const chart = chartOf(doc, wish);
  let group: readonly string[] = [];
  const groups = await loadGroups(doc, shop, chart, now, async (query) => {
    group = query.group ?? [];
    const measures = ['count_InvoiceId', 'sum_Total'].filter((id) =>
      JSON.stringify(doc).includes(id.slice(-5)),
    );
    return { cols: [...group, ...measures], data, size: { total: n(total) } };
  });
  return { chart, groups, group };
}

const labels = (slots: GroupData['slots']) => slots.map(({ label }) => label);

describe('the chart of a grouped query', () => {
  test('has bars for one field, lines over time, and a second field as series', () => {
    expect(chartOf(byBuyer)).toMatchObject({ kind: 'bars', reason: 'per-group' });
    expect(chartOf(byMonth)).toMatchObject({ kind: 'line', reason: 'over-time' });
    const both = chartOf(byMonthAndBuyer);
    expect([both.kind, both.x.map(({ label }) => label), both.series.map(({ label }) => label)]).toEqual([
      'line',
      ['Invoice Date (month)'],
      ['Buyer'],
    ]);
    expect(possibleGroupKinds(both)).toEqual(['line', 'bars', 'stacked', 'share', 'heat', 'pivot']);
  });

  test('shows the chosen measure, or the number of rows', () => {
    const summed = addMeasure(byMonth, shop, own('Total'), 'sum');
    expect(chartOf(byMonth).measure.label).toBe('Count of Invoice');
    expect(chartOf(summed)).toMatchObject({ measure: { label: 'Sum of Total' }, reason: 'over-time' });
    expect(chartOf(summed, { y: 'count_InvoiceId' })).toMatchObject({
      measure: { label: 'Count of Invoice' },
      reason: 'chosen',
    });
  });

  test('may be stacked only if its parts add up', () => {
    const average = addMeasure(byMonthAndBuyer, shop, own('Total'), 'avg');
    expect(possibleGroupKinds(chartOf(average, { y: 'avg_Total' }))).toEqual([
      'line',
      'bars',
      'heat',
      'pivot',
    ]);
    expect(chartOf(average, { y: 'avg_Total', kind: 'share' }).kind).toBe('line');
  });

  test('is a number for a measure without groups', () => {
    const total = addMeasure(
      {
        ...invoices,
        grouped: true,
        entities: invoices.entities.map((root) => ({ ...root, attributes: [] })),
      },
      shop,
      own('Total'),
      'sum',
    );
    expect(chartOf(total)).toMatchObject({ kind: 'number', x: [], reason: 'no-groups' });
  });
});

describe('the data of a grouped chart', () => {
  test('has values with the digits and format of their column', async () => {
    const data = [
      [n(1), 'Ada', 'Lovelace', n(1), n(12.5)],
      [n(2), 'Bob', 'Ross', n(1), n(3.25)],
      [n(3), 'Cy', 'Young', n(1), n(7)],
    ];
    const values = async (doc: QueryDocument) => {
      const { chart, groups } = await load(doc, {}, data);
      return drawGroups(groups, chart, 600).marks.map(({ value }) => value);
    };
    expect(await values(byBuyer)).toEqual(['12.50', '7.00', '3.25']);
    const inEuros = setFormat(byBuyer, 'sum_Total', { style: 'currency', currency: 'EUR', digits: 1 });
    expect(await values(inEuros)).toEqual(['€12.5', '€7.0', '€3.3']);
  });

  test('distinguishes groups of the same name by their values', () => {
    const slot = (label: string, ...values: (string | null)[]) => ({
      key: JSON.stringify(values),
      label,
      narrowing: undefined,
    });
    const slots = [
      slot('USA · Ada', 'USA', '1'),
      slot('USA · Ada', 'USA', '2'),
      slot('USA · Bob', 'USA', '3'),
    ];
    expect(disambiguated(slots).map(({ label }) => label)).toEqual([
      'USA · Ada (1)',
      'USA · Ada (2)',
      'USA · Bob',
    ]);
  });

  test('has one category per group, even for groups of the same name', async () => {
    const rows = [
      [n(1), 'Ada', 'Lovelace', n(3), n('10.10')],
      [n(2), 'Ada', 'Lovelace', n(2), n('5.05')],
      [null, null, null, n(1), n(1)],
    ];
    const { groups, group } = await load(byBuyer, { y: 'sum_Total' }, rows);
    expect(group[0]).toBe('BuyerId');
    expect(labels(groups.slots)).toEqual(['Ada Lovelace (1)', 'Ada Lovelace (2)', 'no value']);
    expect([...groups.points.values()].map(({ value }) => value)).toEqual([10.1, 5.05, 1]);
  });

  test('combines the groups after the twentieth where values add up, and counts them', async () => {
    const rows = Array.from({ length: 25 }, (_, i) => [n(i), `First ${i}`, 'Last', n(100 - i), n('0.10')]);
    const { groups } = await load(byBuyer, { y: 'count_InvoiceId' }, rows);
    expect(groups.slots).toHaveLength(20);
    expect(groups.other).toMatchObject({ slots: 5, value: 80 + 79 + 78 + 77 + 76 });
    const sum = await load(byBuyer, { y: 'sum_Total' }, rows);
    expect(String(sum.groups.other?.exact)).toBe('0.50');
  });

  test('counts the groups that it leaves out if their values do not add up', async () => {
    const average = addMeasure(byBuyer, shop, own('Total'), 'avg');
    const chart = chartOf(average, { y: 'avg_Total' });
    const rows = Array.from({ length: 25 }, (_, i) => [n(i), `First ${i}`, 'Last', n(1), n(1), n(i)]);
    const groups = await loadGroups(average, shop, chart, now, async ({ group }) => ({
      cols: [...(group ?? []), 'count_InvoiceId', 'sum_Total', 'avg_Total'],
      data: rows,
      size: { total: n(25) },
    }));
    expect(groups.other).toBeUndefined();
    expect(groups.omitted.slots).toBe(5);
  });

  test('does not connect the last period with the group without a date', async () => {
    const { chart, groups } = await load(byMonth, {}, [
      ['2024-01-01', n(2)],
      ['2024-02-01', n(3)],
      [null, n(15)],
    ]);
    const { paths, marks } = drawGroups(groups, chart, 800);
    expect(paths[0]?.d.match(/[A-Z]/g)).toEqual(['M', 'L']);
    // Only its dot shows it, however many there are.
    expect(marks.map(({ isAlone }) => isAlone === true)).toEqual([false, false, true]);
  });

  test('connects a series through 0 where it has no rows, but not where groups are left out', async () => {
    const answer: Cell[][] = [
      ['2024-01-01', n(7), 'Ada', 'L', n(4)],
      ['2024-02-01', n(8), 'Bo', 'M', n(3)],
      ['2024-03-01', n(7), 'Ada', 'L', n(2)],
    ];
    const shapes = async (doc: QueryDocument, total?: number) => {
      const { chart, groups } = await load(doc, {}, answer, total);
      return drawGroups(groups, chart, 800).paths.map(({ d }) => d.match(/[A-Z]/g)?.join(''));
    };
    expect(await shapes(byMonthAndBuyer)).toEqual(['MLL', 'MLL']);
    const many = { func: { name: 'GT', args: [{ alias: 'count_InvoiceId' }, { value: 1 }] } };
    const apart = ['MZMZ', 'MZ'];
    expect(await shapes(setHaving(byMonthAndBuyer, many))).toEqual(apart);
    const top = { n: 3, by: 'count_InvoiceId', asc: false, per: [] };
    expect(await shapes(setTop(byMonthAndBuyer, top))).toEqual(apart);
    // More groups than the chart asks for.
    expect(await shapes(byMonthAndBuyer, 9_000)).toEqual(apart);
  });

  test('includes periods without groups', async () => {
    const quarterly = setBucket(byMonth, 'InvoiceDate', 'quarter');
    const { groups } = await load(quarterly, {}, [
      ['2024-01-01', n(4)],
      ['2024-07-01', n(2)],
    ]);
    expect(labels(groups.slots)).toEqual(['Q1 2024', 'Q2 2024', 'Q3 2024']);
    expect(groups.points.size).toBe(2);
  });
});

describe('groups by day of the week', () => {
  const byWeekday = setTimeGroup(byMonth, shop, 'InvoiceDate', { part: 'weekday' });
  const answer = [
    [n(7), n(30)],
    [n(1), n(10)],
    [null, n(5)],
  ];

  test('are in calendar order, with every day', async () => {
    const { chart, groups } = await load(byWeekday, {}, answer);
    expect(labels(groups.slots)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
      'no value',
    ]);
    expect([chart.kind, groups.omitted.slots]).toEqual(['bars', 0]);
    const { marks, xTicks } = drawGroups(groups, chart, 800);
    expect(marks.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Monday: 10',
      'Sunday: 30',
      'no value: 5',
    ]);
    expect(xTicks[0]?.label).toBe('Monday');
  });

  test('are in calendar order as series, too', async () => {
    const both = groupBy(byWeekday, shop, own('BuyerId'));
    const { group, groups } = await load(both, { x: 'BuyerId' }, [
      [n(7), n(1), 'Ada', 'Lovelace', n(30)],
      [n(2), n(1), 'Ada', 'Lovelace', n(10)],
    ]);
    expect(group.slice(0, 2)).toEqual(['Invoice Date (day of the week)', 'BuyerId']);
    expect(labels(groups.series)).toEqual(['Tuesday', 'Sunday']);
  });
});

describe('the drawing of a grouped chart', () => {
  const rows = [
    ['2024-01-01', n(1), 'Ada', 'Lovelace', n(30)],
    ['2024-01-01', n(2), 'Bob', 'Ross', n(10)],
    ['2024-02-01', n(1), 'Ada', 'Lovelace', n(20)],
  ];

  test('stacks series from zero, and lists them in the legend', async () => {
    const { chart, groups } = await load(byMonthAndBuyer, { kind: 'stacked' }, rows);
    const { marks, legend, zero } = drawGroups(groups, chart, 800);
    expect(legend.map(({ label }) => label)).toEqual(['Ada Lovelace', 'Bob Ross']);
    const [ada, bob] = marks;
    if (!ada || !bob) throw new Error('no marks');
    expect(ada.box.y + ada.box.height).toBeCloseTo(zero ?? 0);
    expect(bob.box.y + bob.box.height).toBeCloseTo(ada.box.y);
    expect(ada.box.height / bob.box.height).toBeCloseTo(3);
    expect(marks.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Jan 2024 · Ada Lovelace: 30',
      'Jan 2024 · Bob Ross: 10',
      'Feb 2024 · Ada Lovelace: 20',
    ]);
  });

  test('of shares fills the whole height, and states each share', async () => {
    const { chart, groups } = await load(byMonthAndBuyer, { kind: 'share' }, rows);
    const { marks, inner } = drawGroups(groups, chart, 800);
    expect(marks[0]?.value).toBe('30 (75%)');
    expect(marks[2]?.box.height).toBeCloseTo(inner.height);
  });

  test('of parts of a whole combines the series after the eighth', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ['2024-01-01', n(i), 'B', String(i), n(20 - i)]);
    for (const kind of ['stacked', 'share']) {
      const { chart, groups } = await load(byMonthAndBuyer, { kind }, many);
      const { marks, legend } = drawGroups(groups, chart, 800);
      expect(legend.at(-1)?.label).toBe('3 others together');
      expect(marks.at(-1)).toMatchObject({ label: 'Jan 2024 · 3 others together', quiet: true });
      expect(marks.at(-1)?.value).toBe(kind === 'share' ? '33 (20%)' : '33');
      // Their rows are those of all buyers without a colour of their own, including rows without a buyer.
      const path = own('BuyerId');
      const rest = { path, name: 'NOT_IN', value: Array.from({ length: 8 }, (_, i) => n(i)) };
      expect(marks.at(-1)?.filter).toMatchObject({
        entries: [{ path: own('InvoiceDate') }, { with: 'OR', entries: [rest, { path, name: 'IS_NULL' }] }],
      });
      expect(groups.omitted.series).toBe(0);
    }
    const { groups } = await load(byMonthAndBuyer, { kind: 'bars' }, many);
    expect([groups.series.length, groups.omitted.series]).toEqual([8, 3]);
  });

  test('links the others to their rows, unless a condition on groups leaves some out', async () => {
    const many = Array.from({ length: 25 }, (_, i) => [n(i), 'B', String(i), n(99 - i)]);
    const rows = async (doc: QueryDocument) => {
      const { chart, groups } = await load(doc, {}, many);
      return drawGroups(groups, chart, 800).marks.at(-1);
    };
    const shown = Array.from({ length: 20 }, (_, i) => n(i));
    const others = await rows(byBuyer);
    expect(others?.label).toBe('5 others together');
    expect(others?.filter).toMatchObject({ with: 'OR', entries: [{ name: 'NOT_IN', value: shown }, {}] });
    const large = { func: { name: 'GT', args: [{ alias: 'sum_Total' }, { value: 5 }] } };
    expect((await rows(setHaving(byBuyer, large)))?.filter).toBeUndefined();
  });

  test('has periods as series in order, with null last', async () => {
    const years = setBucket(
      groupBy(groupBy(invoices, shop, own('BuyerId')), shop, own('InvoiceDate')),
      'InvoiceDate',
      'year',
    );
    const { groups } = await load(years, { x: 'BuyerId' }, [
      [n(1), '2024-01-01', 'Ada', 'Lovelace', n(9)],
      [n(1), null, 'Ada', 'Lovelace', n(5)],
      [n(1), '2023-01-01', 'Ada', 'Lovelace', n(3)],
      [n(1), '2022-01-01', 'Ada', 'Lovelace', n(4)],
    ]);
    expect(labels(groups.series)).toEqual(['2022', '2023', '2024', 'no value']);
  });

  test('does not add up rows that are in several groups', () => {
    const albums = addRoot(emptyDocument, shop, 'Album');
    const genre = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'GenreId' };
    const artist = { root: 'Album', steps: [], attribute: 'ArtistId' };
    const both = chartOf(groupBy(groupBy(albums, shop, artist), shop, genre));
    expect([both.addsUp, possibleGroupKinds(both)]).toEqual([false, ['bars', 'heat', 'pivot']]);
    expect(chartOf(groupBy(albums, shop, artist)).addsUp).toBe(true);
  });

  test('of a heat map has a colour legend and upright names that fit', async () => {
    const summed = addMeasure(byMonthAndBuyer, shop, own('Total'), 'sum');
    const { chart, groups } = await load(summed, { kind: 'heat', y: 'sum_Total', x: 'BuyerId' }, [
      ['2024-01-01', n(1), 'Bartholomew', 'Fotheringay', n(1), n(10)],
      ['2024-01-01', n(2), 'Bartholomew', 'Fotherington', n(1), n(4)],
      ['2024-02-01', n(2), 'Bartholomew', 'Fotherington', n(1), n(2.5)],
    ]);
    const { scale, xTicks, isUpright, height, inner } = drawGroups(groups, chart, 300);
    // A tile's darkness is its distance from zero; one position has no tile.
    expect(scale).toEqual({ low: '0.0', high: '10.0', from: 0.06, hasGaps: true });
    expect(isUpright).toBe(true);
    expect(xTicks.map(({ label }) => label)).toEqual(['Bartholomew Fotheringay', 'Bartholomew Fotherington']);
    expect(height - inner.y - inner.height).toBeGreaterThan(100);
    const wide = drawGroups(groups, chart, 800);
    expect([wide.isUpright, wide.height - wide.inner.y - wide.inner.height]).toEqual([false, 30]);
  });

  test('of bars starts at zero, whatever the values', async () => {
    const { chart, groups } = await load(byBuyer, { y: 'sum_Total' }, [
      [n(1), 'Ada', 'L', n(1), n(1000)],
      [n(2), 'Bob', 'R', n(1), n(999)],
    ]);
    const { marks, zero } = drawGroups(groups, chart, 800);
    expect(marks.every(({ box }) => Math.abs(box.x - (zero ?? -1)) < 0.01)).toBe(true);
  });
});

describe('the rows behind a mark', () => {
  test('are filtered by group, period and series, without grouping', async () => {
    const { chart, groups } = await load(byMonthAndBuyer, { kind: 'bars' }, [
      ['2024-01-01', n(2), 'Bob', 'Ross', n(10)],
    ]);
    const [mark] = drawGroups(groups, chart, 800).marks;
    const rows = rowsBehind(byMonthAndBuyer, shop, mark?.filter, chart.measure);
    expect(rows?.grouped).toBe(false);
    expect(rows?.where.cond.entries).toEqual([
      {
        func: {
          name: 'BETWEEN_INC',
          args: [{ alias: 'InvoiceDate' }, { value: '@month 2024-01-01' }, { value: '@month 2024-01-01' }],
        },
      },
      { func: { name: 'EQ', args: [{ alias: 'BuyerId' }, { value: '2' }] } },
    ]);
  });

  test('of a count of related records are these records, or none if there are none', () => {
    const albums = addRoot(emptyDocument, shop, 'Album');
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    // Old links have one group per record.
    const counted = addMeasure({ ...albums, grouped: true }, shop, tracks, 'count');
    const measure = chartOf(counted).measure;
    const rows = rowsBehind(
      counted,
      shop,
      { path: { ...own('AlbumId'), root: 'Album' }, name: 'EQ', value: '5' },
      measure,
    );
    expect(JSON.stringify(rows?.entities)).toContain('"alias":"Track.TrackId","selected":true');
    expect(rows?.where.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'AlbumId' }, { value: '5' }] } },
      { func: { name: 'NOT_IS_NULL', args: [{ alias: 'Track.TrackId' }] } },
    ]);
  });
});

describe('the pivot table', () => {
  const both = addMeasure(byMonthAndBuyer, shop, own('Total'), 'sum');
  const dear = setHaving(both, {
    func: { name: 'GT', args: [{ alias: 'count_InvoiceId' }, { value: '1' }] },
  });
  const asked: UniGrid[] = [];
  const run: RunGroups = async (query) => {
    asked.push(query);
    if (query.pivot === undefined)
      return { cols: ['0', '1', '2'], data: [[n(7), 'Ada', 'Lovelace']], size: { total: null } };
    return {
      cols: ['InvoiceDate', '7 count_InvoiceId', '7 sum_Total', 'null count_InvoiceId', 'null sum_Total'],
      data: [
        ['2024-01-01', n(3), n('10.10'), n(0), null],
        ['2024-02-01', n(2), n('5.05'), n(1), n('0.50')],
      ],
      pivot: { values: [n(7), null], measures: ['count_InvoiceId', 'sum_Total'] },
      size: { total: n(5) },
    };
  };

  test('is computed by the service, with the names of records as columns', async () => {
    asked.length = 0;
    const chart = chartOf(dear, { kind: 'pivot', y: 'sum_Total' });
    const data = await loadPivot(dear, shop, chart, now, run);
    const [pivot, names] = asked;
    expect([pivot?.pivot, pivot?.group, pivot?.order]).toEqual([
      'BuyerId',
      ['InvoiceDate', 'BuyerId'],
      [{ alias: 'InvoiceDate', asc: true }],
    ]);
    expect(names?.where?.cond?.entries).toEqual([
      { func: { name: 'IN', args: [{ alias: '0' }, { value: ['7'] }] } },
    ]);
    expect(labels(data.slots)).toEqual(['Jan 2024', 'Feb 2024']);
    expect(labels(data.series)).toEqual(['Ada Lovelace', 'no value']);
    expect([...data.points.values()].map(({ exact }) => String(exact))).toEqual(['10.10', '5.05', '0.50']);
    expect(data.omitted.slots).toBe(3);
  });

  test('has the order of the table as far as its rows allow', async () => {
    const orderOf = async (order: QueryDocument['order']) => {
      asked.length = 0;
      await loadPivot({ ...both, order }, shop, chartOf(both, { kind: 'pivot', y: 'sum_Total' }), now, run);
      return asked[0]?.order;
    };
    const byDate = { alias: 'InvoiceDate', asc: true };
    const bySum = { alias: 'sum_Total', asc: false };
    const byBuyer = { alias: 'BuyerId', asc: false };
    expect(await orderOf([bySum])).toEqual([bySum, byDate]);
    expect(await orderOf([{ ...byDate, asc: false }])).toEqual([{ ...byDate, asc: false }]);
    expect(await orderOf([{ alias: 'count_InvoiceId', asc: false }, byBuyer])).toEqual([byBuyer, byDate]);
  });

  test('requests one measure, and those that conditions on groups use', async () => {
    asked.length = 0;
    await loadPivot(both, shop, chartOf(both, { kind: 'pivot', y: 'sum_Total' }), now, run);
    await loadPivot(dear, shop, chartOf(dear, { kind: 'pivot', y: 'sum_Total' }), now, run);
    const sums = asked.filter(({ pivot }) => pivot).map(({ entities }) => JSON.stringify(entities));
    expect(sums.map((text) => text.includes('"summaries":["count"]'))).toEqual([false, true]);
    expect(sums.every((text) => text.includes('"summaries":["sum"]'))).toBe(true);
  });

  test('is exported with the column names of the screen', async () => {
    const wished = setChart(both, { kind: 'pivot', y: 'sum_Total' });
    const file = await pivotFile(wished, shop, now, run);
    expect([file?.unigrid.pivot, file?.unigrid.group]).toEqual(['Buyer', ['Invoice Date (month)', 'Buyer']]);
    expect(file?.unigrid.order).toEqual([{ alias: 'Invoice Date (month)', asc: true }]);
    expect(file?.headings).toEqual({ '7 sum_Total': 'Ada Lovelace', 'null sum_Total': 'no value' });
    expect(await pivotFile(both, shop, now, run)).toBeUndefined();
  });
});

test('a total of empty cells is empty, not 0', () => {
  const of = (text: string) => ({ value: Number(text), exact: new LosslessNumber(text) });
  expect(totalOf([undefined, undefined])).toBeUndefined();
  expect(String(totalOf([of('1.50'), undefined, of('0.25')]))).toBe('1.75');
  expect(String(totalOf([of('9007199254740993'), of('0.01')]))).toBe('9007199254740993.01');
});

import { describe, expect, test } from 'vitest';
import { LosslessNumber } from '../../api/exact.ts';
import { shop } from '../../model/shop.fixture.ts';
import { emptyDocument } from '../../query/document.ts';
import { addRoot } from '../../query/edits.ts';
import { makeBins } from '../bins.ts';
import type { BarsData, LineData } from '../chartData.ts';
import { chartFields } from '../chartFields.ts';
import { isCategory, isInBin, isInPeriod } from '../markFilter.ts';
import { type Chart, type ChartPreference, chartFor } from '../suggestChart.ts';
import { categoryName } from '../words.ts';
import { draw } from './draw.ts';

const fields = chartFields(addRoot(emptyDocument, shop, 'Invoice'), shop);

function chart(wish: ChartPreference): Chart {
  const made = chartFor(fields, wish);
  if (!made) throw new Error('nothing to draw');
  return made;
}

const bars = chart({ kind: 'bars' });
const line = chart({ kind: 'line' });
const histogram = chart({ kind: 'histogram' });

function barsOf(...values: readonly number[]): BarsData {
  return {
    kind: 'bars',
    bars: values.map((value, i) => ({
      names: [`Name ${i}`, null],
      key: String(i),
      value,
      exact: new LosslessNumber(String(value)),
      filter: isCategory(bars.x, [`Name ${i}`, null, String(i)]),
    })),
    other: undefined,
  };
}

function lineOf(...values: readonly (number | undefined)[]): LineData {
  return {
    kind: 'line',
    bucket: 'month',
    left: 0,
    omitted: 0,
    points: values.map((value, i) => {
      const start = Date.UTC(2024, i, 1);
      return {
        start,
        value,
        exact: value === undefined ? null : new LosslessNumber(String(value)),
        filter: isInPeriod(line.x, start, 'month'),
      };
    }),
  };
}

describe('bars', () => {
  test('have lengths in proportion to their values, starting at zero', () => {
    const { marks, zero } = draw(barsOf(100, 50, 0), bars, 800);
    const [long, half, none] = marks.map(({ box }) => box.width);
    expect(long).toBeGreaterThan(100);
    expect(half).toBeCloseTo((long ?? 0) / 2, 5);
    expect(none).toBe(0);
    expect(marks.every(({ box }) => box.x === zero)).toBe(true);
  });
  test('are scaled without the rest, whose bar is cut if it is longer', () => {
    const rest = {
      categories: 90,
      value: 5000,
      exact: new LosslessNumber('5000'),
      filter: isCategory(bars.x, ['Name', null]),
    };
    const { marks, inner } = draw({ ...barsOf(100, 50), other: rest }, bars, 800);
    expect(marks.map(({ cut }) => cut)).toEqual([false, false, true]);
    expect(marks[0]?.box.width).toBeCloseTo(inner.width);
    expect(marks[2]?.box.width).toBeCloseTo(inner.width);
  });
  test('extend the other way below zero', () => {
    const { marks, zero = 0 } = draw(barsOf(10, -10), bars, 800);
    expect((marks[1]?.box.x ?? 0) + (marks[1]?.box.width ?? 0)).toBeCloseTo(zero, 5);
  });
  test('of tiny values are still visible', () =>
    expect(draw(barsOf(1_000_000, 1), bars, 800).marks[1]?.box.width).toBeGreaterThan(1));
  test('have their long names shortened, with the full name available', () => {
    const data = barsOf(1);
    const [bar] = data.bars;
    const name = 'A very long name of a customer that no axis has room for, not even this one';
    const long: BarsData = { ...data, bars: bar ? [{ ...bar, names: [name, null] }] : [] };
    const [tick] = draw(long, bars, 600).yTicks;
    expect(tick?.label.endsWith('…')).toBe(true);
    expect(tick?.full).toBe(name);
  });
  test('stay within the drawing at every width', () => {
    for (const width of [280, 390, 800, 1600]) {
      const drawing = draw(barsOf(123_456.78, 9), bars, width);
      for (const { box } of drawing.marks) expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });
});

describe('a line', () => {
  test('runs from the first point to the last', () => {
    const { paths, marks } = draw(lineOf(1, 5, 3), line, 800);
    expect(paths).toHaveLength(1);
    expect(paths[0]?.d.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(marks.map(({ label, value }) => [label, value])).toEqual([
      ['Jan 2024', '1'],
      ['Feb 2024', '5'],
      ['Mar 2024', '3'],
    ]);
  });
  test('has a gap where there is no value', () =>
    expect(
      draw(lineOf(1, undefined, 3, 4), line, 800)
        .paths.map(({ d }) => d)
        .join()
        .match(/[ML]/g),
    ).toEqual(['M', 'M', 'L']));
  test('with a single value is a point', () => expect(draw(lineOf(4), line, 800).marks).toHaveLength(1));
  test('without values has no marks', () => expect(draw(lineOf(), line, 800).marks).toEqual([]));
});

test('histogram columns touch each other', () => {
  const bins = makeBins(0, 50, 5, false).map((bin, i) => ({
    bin,
    count: i,
    filter: isInBin(histogram.x, bin),
  }));
  const { marks, inner } = draw({ kind: 'histogram', bins, omitted: 0 }, histogram, 800);
  marks.forEach(({ hit }, i) => {
    const next = marks[i + 1];
    expect(hit.x + hit.width).toBeCloseTo(next?.hit.x ?? inner.x + inner.width, 5);
  });
});

test('the ticks of an axis have the same format', () => {
  const labels = (...values: number[]) => draw(barsOf(...values), bars, 800).xTicks.map(({ label }) => label);
  expect(labels(4)).toEqual(['0.0', '0.5', '1.0', '1.5', '2.0', '2.5', '3.0', '3.5', '4.0']);
  expect(labels(15_000)).toEqual(['0', '2K', '4K', '6K', '8K', '10K', '12K', '14K', '16K']);
});

describe('the name of a category', () => {
  test.each([
    [['Ada', 'Byron'], 'Ada Byron'],
    [['Ada', null], 'Ada'],
    [[null, null], 'no value'],
    [[''], 'empty text'],
    [[true], 'yes'],
    [[new LosslessNumber('1994')], '1994'],
  ])('%s is %s', (parts, name) => expect(categoryName(parts, bars.x)).toBe(name));
});

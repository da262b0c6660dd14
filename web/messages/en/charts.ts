// The chart tab.
import type { BucketName } from '../../../src/contract/buckets.ts';
import type { SummaryName } from '../../../src/contract/summaries.ts';

import { count, plural } from '../format.ts';

const kinds = { line: 'Line', bars: 'Bars', scatter: 'Scatter', histogram: 'Histogram' };

const summaries: Record<SummaryName, (field: string) => string> = {
  count: (field) => `Count of ${field}`,
  count_distinct: (field) => `Different values of ${field}`,
  sum: (field) => `Sum of ${field}`,
  avg: (field) => `Average ${field}`,
  min: (field) => `Smallest ${field}`,
  max: (field) => `Largest ${field}`,
};

export const charts = {
  kinds,
  kind: 'Chart',
  xAxis: 'Along',
  yAxis: 'Show',
  valuesOf: 'Values of',
  against: 'Against',
  aggregate: 'As',
  bucket: 'Per',
  bucketAuto: (bucket: string) => `Automatic (${bucket})`,
  bucketAutomatic: 'Automatic',
  numberOfRows: 'Number of rows',
  inResult: 'In the result',
  alsoThere: 'Other fields',
  summaries,
  aggregates: {
    sum: 'sum',
    avg: 'average',
    min: 'smallest',
    max: 'largest',
    count: 'count',
    count_distinct: 'different values',
  } satisfies Record<SummaryName, string>,
  title: {
    bars: (measure: string, x: string) => `${measure} by ${x}`,
    line: (measure: string, x: string, bucket: string) => `${measure} per ${bucket} of ${x}`,
    histogram: (x: string) => `Number of rows by ${x}`,
    scatter: (x: string, y: string) => `${y} against ${x}`,
  },
  why: 'Why this chart?',
  reasons: {
    'time-and-number': (x: string, y: string) =>
      `${x} is a point in time and ${y} a number, so a line shows how it develops.`,
    'category-and-number': (x: string, y: string) =>
      `${x} puts rows into groups and ${y} is a number, so bars compare the groups.`,
    'two-numbers': (x: string, y: string) =>
      `${x} and ${y} are both numbers, so points show how they go together.`,
    'one-number': (x: string, _y: string) =>
      `${x} is the only number, so columns show which values are common.`,
    'time-alone': (x: string, _y: string) =>
      `${x} is a point in time, so a line shows when there are many rows.`,
    'category-alone': (x: string, _y: string) =>
      `${x} puts rows into groups, so bars show how large they are.`,
    chosen: (_x: string, _y: string) => 'You chose it.',
  },
  reset: 'Back to the suggestion',
  other: (n: number) => `${plural(n, 'other', 'others')} together`,
  noValue: 'no value',
  emptyText: 'empty text',
  period: (name: string, bucket: BucketName) => (bucket === 'week' ? `Week from ${name}` : name),
  between: (from: string, to: string, inclusive: boolean) =>
    inclusive ? `${from} to ${to}` : `${from} to below ${to}`,
  pair: (x: string, xValue: string, y: string, yValue: string) => `${x} ${xValue}, ${y} ${yValue}`,
  pick: (label: string, value: string) => `${label}: ${value}. Filter to this.`,
  pickHint: 'Click to filter',
  picked: (label: string) => `Filter added: ${label}`,
  marks: (n: number) => `${plural(n, 'mark', 'marks')}; arrow keys move, Enter filters`,
  asTable: 'Data table',
  asChart: 'Chart',
  filter: 'Filter',
  filterTo: (label: string) => `Filter to ${label}`,
  download: 'Download',
  downloadSvg: 'Drawing (SVG)',
  downloadPng: 'Picture (PNG)',
  tiles: (drawn: number, total: number) =>
    drawn < total
      ? `Darker means more rows. Drawn from the first ${count(drawn)} of ${count(total)} different pairs.`
      : `${count(total)} different pairs are too many for points: darker means more rows.`,
  largerMeansMore: 'Larger points stand for more rows.',
  tableCut: (shown: number, all: number) => `The first ${count(shown)} of ${count(all)}`,
  loading: 'Drawing the chart…',
  nothingTitle: 'Nothing to draw yet',
  nothingHint:
    'A chart needs a number, a date, or a field that puts rows into groups, such as a status, a country or a link to another entity. Add one in the rail.',
  nothingOffer: 'Or draw a field that is not in the result:',
  emptyTitle: 'No rows to draw',
  emptyHint: 'No row that passes the filters has a value here.',
};

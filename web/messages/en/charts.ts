// The chart tab.
import type { BucketName } from '../../../src/contract/buckets.ts';
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { GroupKind, GroupReason } from '../../charts/groups/groupChart.ts';

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

const groupKinds: Record<GroupKind, string> = {
  line: 'Line',
  bars: 'Bars',
  stacked: 'Bars, stacked',
  share: 'Bars, 100%',
  heat: 'Heat map',
  pivot: 'Pivot table',
  number: 'Number',
};

const groupReasons: Record<GroupReason, (x: string) => string> = {
  'over-time': (x) => `The groups are periods of ${x}, so a line shows how the measure develops.`,
  'per-group': () => 'Each group of the table is a bar.',
  'two-fields': (x) => `Two fields make the groups: one bar for each ${x}, divided by the other field.`,
  'no-groups': () => 'There are no groups, so it is a number.',
  chosen: () => 'You chose it.',
};

export const charts = {
  kinds,
  groupKinds,
  groupReasons,
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
      `${x} and ${y} are both numbers, so points show how they relate.`,
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
  mark: (label: string, value: string, act: string) => `${label}: ${value}. ${act}`.trimEnd(),
  filterAct: 'Filter by this.',
  rowsAct: 'Show the rows behind it.',
  pickHint: 'Click to filter',
  picked: (label: string) => `Filter added: ${label}`,
  gaps: 'Blank: not among the groups, or nothing to measure',
  marks: (n: number) => `${plural(n, 'mark', 'marks')}; arrow keys move, Enter filters`,
  asTable: 'Data table',
  asChart: 'Chart',
  filter: 'Filter',
  filterTo: (label: string) => `Filter by ${label}`,
  download: 'Download',
  downloadSvg: 'Drawing (SVG)',
  downloadPng: 'Image (PNG)',
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
  nothingMeasured: 'A chart of groups needs a measure that is a number, such as a count or a sum.',
  total: 'Total',
  rows: 'Rows',
  rowsOf: (label: string) => `Rows of ${label}`,
  rowsHint: 'Click for the rows behind it',
  leftSlots: (n: number) => `${plural(n, 'smaller group is', 'smaller groups are')} omitted.`,
  leftZero: 'A 0 may also be a group with rows that the conditions on groups leave out.',
  leftSeries: (n: number) => `${plural(n, 'smaller series is', 'smaller series are')} omitted.`,
  beyondTop: 'This chart covers all rows, not only the first ones that the table shows.',
  leftRows: (shown: number, all: number) =>
    `The first ${count(shown)} of ${count(all)} rows; an export has all of them.`,
  leftPeriods: (shown: number, left: number) =>
    `The first ${plural(shown, 'period', 'periods')}; ${plural(left, 'later one is', 'later ones are')} omitted.`,
  withoutPlace: (n: number, names: readonly string[]) =>
    `${plural(n, 'row is', 'rows are')} omitted: ${names.join(' or ')} has no value, or none that fits on the axis.`,
  leftGroups: (drawn: number, all: number) =>
    `Drawn from the first ${count(drawn)} of ${count(all)} groups; the others are omitted.`,
  emptyTitle: 'No rows to draw',
  emptyHint: 'No row that passes the filters has a value here.',
};

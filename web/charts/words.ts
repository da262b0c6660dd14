// Charts in words: titles and the names of measures.
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { displayValue } from '../values/show.ts';
import type { TimePart } from '../values/timeParts.ts';
import type { ChartData } from './chartData.ts';
import type { ChartField } from './chartFields.ts';
import type { Chart } from './suggestChart.ts';

export function measureName(chart: Chart): string {
  if (!chart.y || chart.kind === 'scatter') return late.charts.numberOfRows;
  // A bar for a single record has one number, whatever the summary.
  return chart.x.isRecord ? chart.y.label : late.charts.summaries[chart.aggregate](chart.y.label);
}

export function chartTitle(chart: Chart, data: ChartData): string {
  const { x, y } = chart;
  switch (data.kind) {
    case 'bars':
      return late.charts.title.bars(measureName(chart), x.label);
    case 'line':
      return late.charts.title.line(measureName(chart), x.label, t.query.buckets[data.bucket]);
    case 'histogram':
      return late.charts.title.histogram(x.label);
    case 'points':
    case 'tiles':
      return late.charts.title.scatter(x.label, y?.label ?? '');
  }
}

/** The field's values may be days of the week, months of the year … */
interface Named extends Pick<ChartField, 'type'> {
  readonly part?: TimePart | undefined;
}

function valueName(value: Cell, { type, part }: Named): string {
  if (typeof value === 'boolean') return value ? t.common.yes : t.common.no;
  return displayValue(value, type, { grouping: false, part }).text;
}

/** A category's name as text, with a placeholder if it is null. */
export function categoryName(parts: readonly Cell[], field: Named): string {
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return late.charts.noValue;
  const text = present
    .map((part) => valueName(part, field))
    .join(' ')
    .trim();
  return text === '' ? late.charts.emptyText : text;
}

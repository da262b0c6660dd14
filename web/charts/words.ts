// Charts in words: titles and the names of measures.
import { t } from '../messages/index.ts';
import type { ChartData } from './data.ts';
import type { Chart } from './suggest.ts';

export function measureName(chart: Chart): string {
  if (!chart.y || chart.kind === 'scatter') return t.charts.numberOfRows;
  return t.charts.summaries[chart.aggregate](chart.y.label);
}

export function chartTitle(chart: Chart, data: ChartData): string {
  const { x, y } = chart;
  switch (data.kind) {
    case 'bars':
      return t.charts.title.bars(measureName(chart), x.label);
    case 'line':
      return t.charts.title.line(measureName(chart), x.label, t.query.bucketNames[data.bucket]);
    case 'histogram':
      return t.charts.title.histogram(x.label);
    case 'points':
    case 'tiles':
      return t.charts.title.scatter(x.label, y?.label ?? '');
  }
}

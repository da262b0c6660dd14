// From data to a drawing: where each mark stands, what the axes say. Pure geometry, no elements.
import type { ChartData } from '../chartData.ts';
import type { Chart } from '../suggestChart.ts';
import { drawBars } from './bars.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawPoints, drawTiles } from './scatter.ts';
import type { Drawing } from './shape.ts';

/** The drawing for this width. Nothing to draw gives a drawing without marks. */
export function draw(data: ChartData, chart: Chart, width: number): Drawing {
  switch (data.kind) {
    case 'bars':
      return drawBars(data, chart, width);
    case 'line':
      return drawLine(data, chart, width);
    case 'histogram':
      return drawHistogram(data, chart, width);
    case 'points':
      return drawPoints(data, chart, width);
    case 'tiles':
      return drawTiles(data, chart, width);
  }
}

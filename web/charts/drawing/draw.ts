// From data to a drawing: the position of each mark, and the axes. Pure geometry, no elements.
import type { ChartData } from '../chartData.ts';
import type { Chart } from '../suggestChart.ts';
import { drawBars } from './bars.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawPoints, drawTiles } from './scatter.ts';
import { type Drawing, PLOT_HEIGHT } from './shape.ts';

/** The drawing for this size; bars determine the height themselves. Without data the drawing has no marks. */
export function draw(data: ChartData, chart: Chart, width: number, height = PLOT_HEIGHT): Drawing {
  switch (data.kind) {
    case 'bars':
      return drawBars(data, chart, width);
    case 'line':
      return drawLine(data, chart, width, height);
    case 'histogram':
      return drawHistogram(data, chart, width, height);
    case 'points':
      return drawPoints(data, chart, { width, height });
    case 'tiles':
      return drawTiles(data, chart, { width, height });
  }
}

// The data of a chart, fetched as a whole; the previous data stays while the next is loading.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { atOnce, type Limiter } from '../answers/concurrency.ts';
import { resources } from '../api/resources.ts';
import type { Workbench } from '../workbench/context.ts';
import { type ChartData, loadChart } from './chartData.ts';
import type { ChartRequest } from './chartRequest.ts';
import type { Chart } from './suggestChart.ts';
import { onlyTopRows } from './topRows.ts';

export interface DrawnChart {
  /** The chart of the data, which may be the previous one. */
  readonly chart: Chart;
  readonly data: ChartData;
  /** It covers all rows, although the table shows only the top N. */
  readonly isBeyondTop: boolean;
}

export function useChartData(
  props: Pick<Workbench, 'doc' | 'model' | 'code' | 'now'> & {
    readonly chart: Chart | undefined;
    readonly turn?: Limiter;
  },
) {
  const { doc, model, code, now, chart, turn = atOnce } = props;
  return useQuery({
    queryKey: ['chart', code, chart && [chart.kind, chart.x.id, chart.y?.id, chart.aggregate, chart.bucket]],
    queryFn: ({ signal }) =>
      turn(async (): Promise<DrawnChart | null> => {
        if (!chart) return null;
        const run = ({ offset, limit, count, ...query }: ChartRequest) =>
          resources.query(query, { offset, limit, count }, signal);
        const shown = doc.top ? await onlyTopRows(doc, model, now, run) : doc;
        const data = await loadChart(shown ?? doc, model, chart, now, run);
        return { chart, data, isBeyondTop: shown === undefined };
      }),
    enabled: chart !== undefined,
    placeholderData: keepPreviousData,
  });
}

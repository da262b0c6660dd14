// The groups of a grouped query, for a chart; the previous ones stay while the next are loading.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { atOnce, type Limiter } from '../../answers/concurrency.ts';
import { resources } from '../../api/resources.ts';
import type { Workbench } from '../../workbench/context.ts';
import type { GroupChart } from './groupChart.ts';
import { loadGroups } from './groupData.ts';
import { loadPivot } from './pivotData.ts';

export function useGroupData(
  props: Pick<Workbench, 'doc' | 'model' | 'code' | 'now'> & {
    readonly chart: GroupChart | undefined;
    readonly turn?: Limiter;
  },
) {
  const { doc, model, code, now, chart, turn = atOnce } = props;
  return useQuery({
    queryKey: ['groups', code, chart && [chart.kind, chart.x.map(({ id }) => id), chart.measure.id]],
    queryFn: ({ signal }) =>
      turn(async () => {
        if (!chart) return null;
        const run = (
          query: Parameters<typeof resources.query>[0],
          page: Parameters<typeof resources.query>[1],
        ) => resources.query(query, page, signal);
        const load = chart.kind === 'pivot' ? loadPivot : loadGroups;
        return { of: chart, data: await load(doc, model, chart, now, run) };
      }),
    enabled: chart !== undefined,
    placeholderData: keepPreviousData,
  });
}

// Caveats for the numbers of groups, some of which depend on the data.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { resources } from '../api/resources.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { groupNotes } from '../query/groups/groupNotes.ts';
import { namesInGroups, sharedBy } from '../query/groups/sharedNames.ts';
import { toUniGrid } from '../query/request.ts';
import { useWorkbench } from './context.ts';

/** `only`: for a single measure. */
export function useGroupNotes(only?: string): readonly string[] {
  const { doc, model, now } = useWorkbench();
  const names = useMemo(() => namesInGroups(doc, model), [doc, model]);
  const shared = useQueries({
    queries: names.map((one) => ({
      queryKey: ['shared names', one.entity.name, ...one.columns],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const page = { offset: 0, limit: 1, count: 'none' } as const;
        const { data } = await resources.query(toUniGrid(sharedBy(model, one), now), page, signal);
        return data.length > 0;
      },
      // A note that cannot be fetched is omitted.
      retry: false,
    })),
    combine: (answers) => answers.map(({ data }) => data === true),
  });
  return [
    ...groupNotes(doc, model, only),
    ...names.flatMap(({ entity, columns }, i) => {
      const labelOf = (name: string) => entity.column.get(name)?.label ?? name;
      const called = list(columns.map(labelOf));
      return shared[i]
        ? [late.workbench.sharedNames(entity.label, called, list(entity.key.map(labelOf)))]
        : [];
    }),
  ];
}

// Caveats for the numbers of groups, some of which depend on the data.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { resources } from '../api/resources.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { groupNotes } from '../query/groups/groupNotes.ts';
import { keyOf, type Suspect, suspects } from '../query/groups/mixedValues.ts';
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
  const doubted = useMemo(() => suspects(doc, model), [doc, model]);
  const mixed = useQueries({
    queries: doubted.map((one) => ({
      queryKey: ['mixed values', keyOf(one)],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const page = { offset: 0, limit: 1, count: 'none' } as const;
        const answers = one.searches.map((search) => resources.query(toUniGrid(search, now), page, signal));
        return one.isFound((await Promise.all(answers)).map(({ data }) => data[0]?.[0]));
      },
      retry: false,
    })),
    combine: (answers) => answers.map(({ data }) => data === true),
  });
  const mixedIn = (kind: Suspect['kind']) =>
    doubted.flatMap((one, i) => (mixed[i] && one.kind === kind ? [one.column.label] : []));
  const [texts, offsets] = [mixedIn('texts'), mixedIn('offsets')];
  return [
    ...groupNotes(doc, model, only),
    ...(texts.length > 0 ? [late.workbench.textsAmongNumbers(list(texts))] : []),
    ...(offsets.length > 0 ? [late.workbench.someOffsets(list(offsets))] : []),
    ...names.flatMap(({ entity, columns }, i) => {
      const labelOf = (name: string) => entity.column.get(name)?.label ?? name;
      const called = list(columns.map(labelOf));
      return shared[i]
        ? [late.workbench.sharedNames(entity.label, called, list(entity.key.map(labelOf)))]
        : [];
    }),
  ];
}

// Grouping by a field, and what it says about a top N of the rows.
import { late } from '../messages/late.ts';
import { groupBy } from '../query/groups/grouping.ts';
import type { FieldPath } from '../query/paths.ts';
import { showToast } from '../ui/toast.ts';
import { useWorkbench } from './context.ts';

export function useGroupBy(): (path: FieldPath) => void {
  const { doc, model, edit } = useWorkbench();
  return (path) => {
    edit((before) => groupBy(before, model, path));
    if (doc.top && !doc.grouped) showToast(late.grid.groupsOfAll(doc.top.n));
  };
}

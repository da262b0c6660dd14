// The palette's commands for an open query: its views, its filters, and the fields around it.

import { Filter, ListPlus, Redo2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import { addField } from '../../query/edits.ts';
import { nearbyFields } from '../../query/find.ts';
import { pathKey } from '../../query/paths.ts';
import { chosenKeys } from '../../rail/tree.ts';
import { navigate } from '../../state/route.ts';
import { type Command, useCommands } from '../../ui/commands.ts';
import { type Workbench, workbenchAddress } from '../context.ts';
import { tabs } from './tabs.ts';

export function useQueryCommands(workbench: Workbench): void {
  const { doc, model, code, saved, edit, undo, redo, setDraft } = workbench;
  const commands = useMemo((): readonly Command[] => {
    const group = t.palette.thisQuery;
    const chosen = chosenKeys(doc, model);
    const fields = nearbyFields(doc, model)
      .flatMap(({ items }) => items)
      .filter(({ path }) => !chosen.has(pathKey(path)));
    return [
      {
        id: 'filter',
        label: late.rail.addFilter,
        group,
        icon: Filter,
        run: () => setDraft({ path: undefined, at: { group: [] } }),
      },
      ...(undo ? [{ id: 'undo', label: late.workbench.undo, group, icon: Undo2, run: undo }] : []),
      ...(redo ? [{ id: 'redo', label: late.workbench.redo, group, icon: Redo2, run: redo }] : []),
      ...tabs.map(({ id, label, icon }) => ({
        id: `tab ${id}`,
        label,
        group,
        icon,
        run: () => navigate(workbenchAddress({ saved }, code, id === tabs[0].id ? undefined : id)),
      })),
      ...fields.map(({ path, words }) => ({
        id: `field ${pathKey(path)}`,
        label: words.join(' › '),
        group: t.palette.addField,
        icon: ListPlus,
        run: () => edit((before) => addField(before, model, path)),
      })),
    ];
  }, [doc, model, code, saved, edit, undo, redo, setDraft]);
  useCommands(commands);
}

// Picks a measure for the groups. Near ones are listed by kind; searching finds all others.
import { useMemo, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { findMeasures, type Measure } from '../query/groups/measures.ts';
import { pathKey } from '../query/paths.ts';
import { Picker } from '../ui/Picker.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { FieldName } from './FieldPicker.tsx';

export function MeasurePicker({ onPick }: { readonly onPick: (measure: Measure) => void }) {
  const { doc, model } = useWorkbench();
  const [search, setSearch] = useState('');
  const groups = useMemo(
    () =>
      findMeasures(doc, model, search).map(({ summary, items }) => ({
        label: late.rail.measureOf(t.query.summaries[summary]),
        items,
      })),
    [doc, model, search],
  );
  return (
    <Picker
      label={late.rail.searchMeasures}
      search={search}
      onSearch={setSearch}
      groups={groups}
      keyOf={({ summary, path }) => `${summary} ${pathKey(path)}`}
      onPick={onPick}
      empty={late.rail.noFieldFound}
      render={(measure) => <FieldName {...measure} />}
    />
  );
}

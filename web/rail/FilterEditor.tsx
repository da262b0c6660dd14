// Sets one filter: the field, then condition and value.
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { fieldLabel } from '../query/columns.ts';
import { isMeasured } from '../query/counting.ts';
import type { Condition, QueryDocument } from '../query/document.ts';
import { asksForExistence, columnAt, type Filter, writeFilter } from '../query/filters.ts';
import { operatorsFor } from '../query/operators.ts';
import type { FieldPath } from '../query/paths.ts';
import { PERIOD } from '../query/relative.ts';
import { isMoment } from '../values/types.ts';
import { type FilterDraft, useWorkbench } from '../workbench/context.ts';
import { FieldPicker } from './FieldPicker.tsx';
import { FilterForm } from './FilterForm.tsx';

export function FilterEditor(props: {
  readonly draft: FilterDraft;
  /** The filter as it is, when an existing one is changed. */
  readonly filter?: Filter;
  /** Puts the rule where it belongs. */
  readonly write: (doc: QueryDocument, rule: Condition) => QueryDocument;
}) {
  const { doc, model, operators, edit, setDraft } = useWorkbench();
  const [path, setPath] = useState<FieldPath | undefined>(props.draft.path);
  const column = path && columnAt(doc, model, path);
  if (!path || !column) return <FieldPicker toKin onPick={setPath} />;

  const exists = asksForExistence(doc, model, path);
  const mayCount = exists && isMeasured(doc, model, path);
  const first = operatorsFor(operators, column.type)[0]?.name ?? 'EQ';
  const preferred = column.type === 'string' || column.type === 'text' ? 'ICONTAINS' : first;
  const start: Filter = props.filter ?? {
    path,
    // Dates open on periods, which is how people speak of them.
    operator: isMoment(column.type) ? PERIOD : operators.has(preferred) ? preferred : first,
    values: [],
    quantity: exists && !mayCount ? 'some' : undefined,
  };
  return (
    <FilterForm
      title={fieldLabel(doc, model, path)}
      column={column}
      entity={path.steps.at(-1)?.entity ?? doc.entities.find(({ alias }) => alias === path.root)?.id ?? ''}
      start={start}
      mayCount={mayCount}
      label={props.filter ? t.rail.editFilter : t.rail.addFilter}
      onCancel={() => setDraft(undefined)}
      onApply={(filter) => {
        edit((before) => {
          const written = writeFilter(before, model, filter);
          return written ? props.write(written.doc, written.rule) : before;
        });
        setDraft(undefined);
      }}
    />
  );
}

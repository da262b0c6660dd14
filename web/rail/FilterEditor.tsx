// Edits one filter: the field, then condition and value.
import { useState } from 'react';
import { late } from '../messages/late.ts';
import { fieldLabel, rootLabel } from '../query/columns.ts';
import { type Condition, type QueryDocument, rootOf } from '../query/document.ts';
import { combinableConditions, combinedConditionAt } from '../query/filters/existence.ts';
import { addOrMissing, columnAt, derivedAt, type Filter, hasManyValues } from '../query/filters/filters.ts';
import { operatorsFor } from '../query/filters/operators.ts';
import { PERIOD } from '../query/filters/relative.ts';
import type { RulePlace } from '../query/filters/rules.ts';
import { isMeasured, setFilter } from '../query/groups/counting.ts';
import { addTwin, isOfMeasure } from '../query/groups/twins.ts';
import { isMoment, isTextual } from '../values/types.ts';
import { type FilterDraft, useWorkbench } from '../workbench/context.ts';
import { filterOnCount } from './choose.ts';
import { FieldPicker } from './FieldPicker.tsx';
import { FilterForm } from './FilterForm.tsx';

const unchanged = (doc: QueryDocument): QueryDocument => doc;

export function FilterEditor(props: {
  readonly draft: FilterDraft;
  /** The existing filter, when one is edited. */
  readonly filter?: Filter;
  /** The place of that filter. */
  readonly place?: RulePlace;
  /** An existing filter on what some measures cover; it stays with those measures. */
  readonly counted?: Filter;
  /** Removes the filter from its place, if its new reading belongs elsewhere. */
  readonly without?: (doc: QueryDocument) => QueryDocument;
  /** Puts the rule where it belongs. */
  readonly write: (doc: QueryDocument, rule: Condition) => QueryDocument;
}) {
  const { doc: open, model, operators, edit, setDraft, userAttributes } = useWorkbench();
  const [{ path, measure = unchanged }, setPicked] = useState<Pick<FilterDraft, 'path' | 'measure'>>(
    props.draft,
  );
  const doc = measure(open);
  const { repeatedMeasure } = props.draft;
  const column = path && columnAt(doc, model, path);
  if (!path || !column)
    return (
      <FieldPicker
        toKin
        fits={
          repeatedMeasure === undefined
            ? undefined
            : (found) => isOfMeasure(open, model, repeatedMeasure, found.path)
        }
        onPick={(picked) => setPicked({ path: picked })}
        // Groups and policy conditions have no measures of related records.
        onCount={
          open.grouped || userAttributes || repeatedMeasure !== undefined
            ? undefined
            : (related) => setPicked((before) => filterOnCount(open, model, related) ?? before)
        }
      />
    );

  const exists = hasManyValues(doc, model, path);
  const mayCount = exists && isMeasured(doc, model, path);
  const first = operatorsFor(operators, column.type)[0]?.name ?? 'EQ';
  const isMeasure = derivedAt(doc, model, path)?.measured !== undefined;
  const preferred = isTextual(column.type) ? 'ICONTAINS' : isMeasure ? 'GT' : first;
  const start: Filter = props.filter ?? {
    path,
    // Date filters start with periods, which is how people speak about dates.
    operator: isMoment(column.type) ? PERIOD : operators.has(preferred) ? preferred : first,
    values: [],
    quantity: exists ? 'some' : undefined,
  };
  // By default the filter restricts what the measures cover, unless the person says otherwise.
  const isOnly = repeatedMeasure !== undefined || (mayCount && !(props.filter && start.quantity));
  const quantity = isOnly ? 'only' : start.quantity;
  const group = 'group' in props.draft.at ? props.draft.at.group : [];
  const place = props.place ? { at: props.place } : { group };
  const partners = exists ? combinableConditions(doc, model, path, place) : [];
  return (
    <FilterForm
      title={fieldLabel(doc, model, path)}
      root={rootLabel(doc, model, path.root)}
      column={column}
      entity={path.steps.at(-1)?.entity ?? rootOf(doc, path.root)?.id ?? ''}
      start={{ ...start, quantity }}
      mayCount={mayCount}
      partners={partners}
      joined={props.place && combinedConditionAt(doc, props.place)}
      // Policy conditions are taken literally, without adding rows that lack a value.
      mayMiss={!props.filter && !userAttributes && repeatedMeasure === undefined}
      isSettled={repeatedMeasure !== undefined}
      label={props.filter ? late.rail.editFilter : late.rail.addFilter}
      onCancel={() => setDraft(undefined)}
      onApply={(filter, join, orMissing) => {
        edit((before) => {
          if (orMissing) return addOrMissing(measure(before), model, filter, group);
          return repeatedMeasure === undefined
            ? setFilter(measure(before), model, filter, { ...props, at: props.place, join })
            : addTwin(before, model, repeatedMeasure, filter);
        });
        setDraft(undefined);
      }}
    />
  );
}

// Sets one filter: the field, then condition and value.
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { fieldLabel, rootLabel } from '../query/columns.ts';
import { type Condition, type QueryDocument, rootOf } from '../query/document.ts';
import { partnersOf, wholeOf } from '../query/filters/existence.ts';
import {
  addOrMissing,
  asksForExistence,
  columnAt,
  derivedAt,
  type Filter,
} from '../query/filters/filters.ts';
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

const asItIs = (doc: QueryDocument): QueryDocument => doc;

export function FilterEditor(props: {
  readonly draft: FilterDraft;
  /** The filter as it is, when an existing one is changed. */
  readonly filter?: Filter;
  /** Where that one stands. */
  readonly place?: RulePlace;
  /** It is on what some measures take in, and stays with these. */
  readonly counted?: Filter;
  /** Takes the filter away from where it is, when its new reading belongs elsewhere. */
  readonly without?: (doc: QueryDocument) => QueryDocument;
  /** Puts the rule where it belongs. */
  readonly write: (doc: QueryDocument, rule: Condition) => QueryDocument;
}) {
  const { doc: open, model, operators, edit, setDraft, userAttributes } = useWorkbench();
  const [{ path, measure = asItIs }, setPicked] = useState<Pick<FilterDraft, 'path' | 'measure'>>(
    props.draft,
  );
  const doc = measure(open);
  const { again } = props.draft;
  const column = path && columnAt(doc, model, path);
  if (!path || !column)
    return (
      <FieldPicker
        toKin
        fits={again === undefined ? undefined : (found) => isOfMeasure(open, model, again, found.path)}
        onPick={(picked) => setPicked({ path: picked })}
        // Neither groups nor the conditions of a policy have measures of related records.
        onCount={
          open.grouped || userAttributes || again !== undefined
            ? undefined
            : (related) => setPicked((before) => filterOnCount(open, model, related) ?? before)
        }
      />
    );

  const exists = asksForExistence(doc, model, path);
  const mayCount = exists && isMeasured(doc, model, path);
  const first = operatorsFor(operators, column.type)[0]?.name ?? 'EQ';
  const isMeasure = derivedAt(doc, model, path)?.measured !== undefined;
  const preferred = isTextual(column.type) ? 'ICONTAINS' : isMeasure ? 'GT' : first;
  const start: Filter = props.filter ?? {
    path,
    // Dates open on periods, which is how people speak of them.
    operator: isMoment(column.type) ? PERIOD : operators.has(preferred) ? preferred : first,
    values: [],
    quantity: exists ? 'some' : undefined,
  };
  // What is measured is what is filtered, unless a person says otherwise.
  const isOnly = again !== undefined || (mayCount && !(props.filter && start.quantity));
  const quantity = isOnly ? 'only' : start.quantity;
  const group = 'group' in props.draft.at ? props.draft.at.group : [];
  const place = props.place ? { at: props.place } : { group };
  const partners = exists ? partnersOf(doc, model, path, place) : [];
  return (
    <FilterForm
      title={fieldLabel(doc, model, path)}
      root={rootLabel(doc, model, path.root)}
      column={column}
      entity={path.steps.at(-1)?.entity ?? rootOf(doc, path.root)?.id ?? ''}
      start={{ ...start, quantity }}
      mayCount={mayCount}
      partners={partners}
      joined={props.place && wholeOf(doc, props.place)}
      // The rows of a policy are said word for word.
      mayMiss={!props.filter && !userAttributes && again === undefined}
      isSettled={again !== undefined}
      label={props.filter ? t.rail.editFilter : t.rail.addFilter}
      onCancel={() => setDraft(undefined)}
      onApply={(filter, join, orMissing) => {
        edit((before) => {
          if (orMissing) return addOrMissing(measure(before), model, filter, group);
          return again === undefined
            ? setFilter(measure(before), model, filter, { ...props, at: props.place, join })
            : addTwin(before, model, again, filter);
        });
        setDraft(undefined);
      }}
    />
  );
}

// The registry of the rail's steps. Each is a component whose actions are pure edits of the query.
import type { ComponentType } from 'react';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { resultColumns, rootLabel } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import { filterPlaces } from '../query/filters/textSearch.ts';
import { countings } from '../query/groups/counting.ts';
import { ArrangeStep } from './ArrangeStep.tsx';
import { EntitiesStep } from './EntitiesStep.tsx';
import { FieldsStep } from './FieldsStep.tsx';
import { FiltersStep } from './FiltersStep.tsx';

export interface RailStep {
  readonly id: string;
  readonly title: string;
  /** The current choice, shown beside the title. */
  readonly summary: (doc: QueryDocument, model: Model) => string;
  readonly Content: ComponentType;
}

export const steps: readonly RailStep[] = [
  {
    id: 'entities',
    title: late.rail.entities,
    summary: (doc, model) => doc.entities.map(({ alias }) => rootLabel(doc, model, alias)).join(' × '),
    Content: EntitiesStep,
  },
  {
    id: 'fields',
    title: late.rail.fields,
    summary: (doc, model) => late.rail.fieldsChosen(resultColumns(doc, model).length),
    Content: FieldsStep,
  },
  {
    id: 'filters',
    title: late.rail.filters,
    summary: (doc, model) =>
      late.rail.filtersSet(filterPlaces(doc, model).length + countings(doc, model).length),
    Content: FiltersStep,
  },
  {
    id: 'arrange',
    title: late.rail.arrange,
    summary: (doc, model) => {
      const columns = resultColumns(doc, model);
      const names = doc.order.map(({ alias }) => columns.find(({ id }) => id === alias)?.label ?? alias);
      return names.length > 0 ? names.join(', ') : late.rail.unsorted;
    },
    Content: ArrangeStep,
  },
];

// The possible readings of a filter on many related records: which rows it keeps, which of these records it concerns,
// what it counts.
import { useState } from 'react';
import { late } from '../messages/late.ts';
import { isExists } from '../query/document.ts';
import { type CombinableCondition, likelyCombination } from '../query/filters/existence.ts';
import { type Filter, type Quantity, writeExistence } from '../query/filters/filters.ts';
import type { RulePlace } from '../query/filters/rules.ts';
import { relatedParts } from '../query/filters/ruleWords.ts';
import { sentenceText } from '../query/sentence.ts';
import { useWorkbench } from '../workbench/context.ts';

const existence = ['some', 'none'] as const satisfies readonly Quantity[];
/** Groups contain only matching rows anyway, so 'both' would add nothing. */
const ofGroups = ['only', ...existence] as const satisfies readonly Quantity[];
const ofRows = ['only', 'both', ...existence] as const satisfies readonly Quantity[];

interface Reading {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  readonly quantity: Quantity | undefined;
  /** The condition that it is combined with. */
  readonly join?: RulePlace;
}

export interface ReadingsInput {
  readonly root: string;
  readonly start: Filter;
  readonly mayCount: boolean;
  readonly partners: readonly CombinableCondition[];
  readonly joined?: RulePlace | undefined;
}

const joiningValue = ({ place }: CombinableCondition) => `with ${place.join('.')}`;

/** Until a reading is chosen, the default may change with the operator. */
export function useReadings({ root, start, mayCount, partners, joined }: ReadingsInput, operator: string) {
  const speaker = useWorkbench();
  const { grouped } = speaker.doc;
  const [chosenReading, choose] = useState<string>();
  const words = ({ filters }: CombinableCondition) => {
    const [exists] = writeExistence(speaker.doc, speaker.model, filters)?.func.args ?? [];
    return isExists(exists) ? sentenceText(relatedParts(speaker, exists)) : '';
  };
  const [another] = partners;
  const own = partners.find(({ place }) => place.join() === joined?.join());
  // An existing filter that stands alone was meant to stand alone.
  const isNew = start.values.length === 0;
  const combined = own ?? (isNew ? likelyCombination(partners, { path: start.path, operator }) : undefined);
  const quantities = !mayCount ? existence : grouped ? ofGroups : ofRows;
  const alone = quantities.map((quantity): Reading => {
    const isAnother = another && quantity === 'some';
    return {
      value: quantity,
      label: isAnother
        ? late.rail.together.another(root, another.thing)
        : late.rail.quantities[quantity](root),
      hint:
        isAnother && !mayCount
          ? late.rail.together.anotherReading(root, another.thing)
          : late.rail.readings[quantity](root),
      quantity,
      ...(quantity === 'both' && combined ? { join: combined.place } : {}),
    };
  });
  const together = partners.map((partner): Reading => {
    const isNone = partner.filters.some(({ quantity }) => quantity === 'none');
    const hint = isNone ? late.rail.together.noneReading : late.rail.together.sameReading;
    return {
      value: joiningValue(partner),
      label: late.rail.together.same(partner.thing, words(partner)),
      hint: hint(root, partner.thing),
      quantity: isNone ? 'none' : 'some',
      join: partner.place,
    };
  });
  const usual =
    start.quantity === 'some' || start.quantity === 'none' ? combined && joiningValue(combined) : undefined;
  const all = [...together, ...alone];
  const found = (value: string | undefined) => all.find((reading) => reading.value === value);
  const plain: Reading = { value: '', label: '', hint: '', quantity: start.quantity };
  const chosen = found(chosenReading) ?? found(usual) ?? found(start.quantity) ?? plain;
  return { all, chosen, choose };
}

import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { decode, encode } from '../codec/codec.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import type { Filter } from '../filters/filters.ts';
import { addRule } from '../filters/rules.ts';
import { countings, setFilter } from './counting.ts';
import { addMeasure } from './grouping.ts';
import { addDifference, addTwin, isOfMeasure, twinsOf } from './twins.ts';

const steps = [step('Customer', 'Invoice (Buyer)')];
const total = { root: 'Customer', steps, attribute: 'Total' };
const date = { ...total, attribute: 'InvoiceDate' };
const inYear = (year: number): Filter => {
  const end = { kind: 'literal', value: `@year ${year}-01-01` } as const;
  return { path: date, operator: 'BETWEEN_INC', values: [end, end], quantity: 'only' };
};
const write = (doc: QueryDocument, rule: Parameters<typeof addRule>[2]) => addRule(doc, [], rule);
const labels = (doc: QueryDocument) =>
  resultColumns(doc, shop)
    .map(({ label }) => label)
    .filter((label) => /^(Sum|Latest|Difference)/.test(label));

const customers = addRoot(emptyDocument, shop, 'Customer');
const base = 'Sum of Invoice (Buyer) › Total';
const summed = setFilter(addMeasure(customers, shop, total, 'sum'), shop, inYear(2023), { write });
const both = addTwin(summed, shop, base, inYear(2024));

describe('a second copy of a measure', () => {
  test('has its own filter, and both are named after their filters', () => {
    expect(labels(summed)).toEqual([base]);
    expect(labels(both)).toEqual([`${base} (2023)`, `${base} (2024)`]);
    expect(countings(both, shop).map(({ columns }) => columns)).toEqual([[base], [`${base} 2`]]);
    expect(twinsOf(both, shop, base)).toEqual([`${base} 2`]);
    expect(labels(addTwin(addMeasure(customers, shop, total, 'sum'), shop, base, inYear(2024)))).toEqual([
      `${base} (all)`,
      `${base} (2024)`,
    ]);
  });

  test('is not added twice', () => expect(labels(addTwin(both, shop, base, inYear(2024)))).toHaveLength(2));

  test('keeps its own filter when that of the other is changed', () => {
    const changed = setFilter(both, shop, inYear(2022), { write, counted: inYear(2023) });
    expect(labels(changed)).toEqual([`${base} (2022)`, `${base} (2024)`]);
  });

  test('has a difference to the other that treats missing values as 0, and names both', () => {
    const differing = addDifference(both, shop, `${base} 2`, base);
    expect(labels(differing)).toEqual([`${base} (2023)`, `${base} (2024)`, `${base} (2024 − 2023)`]);
    const made = JSON.stringify(differing.entities[0]?.attributes.at(-1));
    expect(made).toContain(
      `{"fn":"SUB","args":[{"fn":"COALESCE","args":[{"alias":"${base} 2"},{"value":0}]},{"fn":"COALESCE"`,
    );
    // Its name reflects its definition, also after a change.
    const changed = setFilter(differing, shop, inYear(2022), { write, counted: inYear(2023) });
    expect(labels(changed).at(-1)).toBe(`${base} (2024 − 2022)`);
    const link = decode(encode(differing));
    expect(link && labels(link)).toEqual(labels(differing));
  });

  test('may be filtered by fields of what it measures', () => {
    expect(isOfMeasure(summed, shop, base, date)).toBe(true);
    expect(isOfMeasure(summed, shop, base, { root: 'Customer', steps: [] })).toBe(false);
  });
});

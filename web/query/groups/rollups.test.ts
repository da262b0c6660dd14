import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { decode, encode } from '../codec/codec.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import type { Filter } from '../filters/filters.ts';
import { addRule } from '../filters/rules.ts';
import { toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { setFilter } from './counting.ts';
import { groupBy } from './grouping.ts';
import { addRollup, rollupsOf } from './rollups.ts';
import { relatedBehind } from './rowsBehind.ts';

const steps = [step('Customer', 'Invoice (Buyer)')];
const total = { root: 'Customer', steps, attribute: 'Total' };
const customers = addRoot(emptyDocument, shop, 'Customer');
const name = 'Total of the latest Invoice (Buyer)';
const latest = addRollup(customers, shop, total, { end: 'latest', by: 'InvoiceDate' });
const column = (doc: typeof latest) => resultColumns(doc, shop).at(-1);

describe('the latest value of related records', () => {
  test('is requested in the order of the date, with missing dates last', () => {
    expect(column(latest)).toMatchObject({ label: name, type: 'numeric', isMeasured: true });
    const { entities } = toUniGrid(latest, new Date());
    expect(entities[0]?.attributes.at(-1)).toMatchObject({
      alias: name,
      rollup: {
        summary: 'first',
        of: 'Invoice.Total',
        order: [{ alias: 'Invoice.InvoiceDate', asc: false }],
        entity: { id: 'Invoice', attributes: [{ alias: 'Invoice.Total' }, { alias: 'Invoice.InvoiceDate' }] },
      },
    });
    const earliest = addRollup(latest, shop, total, { end: 'earliest', by: 'InvoiceDate' });
    expect(rollupsOf(earliest, shop).map(({ rollup }) => rollup.order?.[0]?.asc)).toEqual([false, true]);
  });

  test('is added once, and is read back from a link', () => {
    const read = decode(encode(latest));
    expect(read).toEqual(latest);
    expect(read && addRollup(read, shop, total, { end: 'latest', by: 'InvoiceDate' })).toEqual(latest);
  });

  test('keeps its order with a filter', () => {
    const cheap: Filter = {
      path: total,
      operator: 'LT',
      values: [{ kind: 'literal', value: '5' }],
      quantity: 'only',
    };
    const some = setFilter(latest, shop, cheap, { write: (doc, rule) => addRule(doc, [], rule) });
    expect(rollupsOf(some, shop)[0]?.rollup).toMatchObject({
      order: [{ alias: 'Invoice.InvoiceDate', asc: false }],
      where: { cond: { entries: [{ func: { name: 'LT' } }] } },
    });
    expect(JSON.stringify(rollupsOf(some, shop)[0]?.rollup.entity)).toContain('InvoiceDate');
  });

  test('leads to that record only', () =>
    expect(relatedBehind(latest, shop, name, ['7'])?.top).toEqual({
      n: 1,
      by: 'InvoiceDate',
      asc: false,
      per: [],
    }));

  test('is not a measure of groups', () => {
    const grouped = groupBy(latest, shop, { root: 'Customer', steps: [], attribute: 'LastName' });
    expect(resultColumns(grouped, shop).map(({ label }) => label)).toEqual([
      'Last Name',
      'Count of Customer',
    ]);
  });
});

describe('the number of months of related records', () => {
  const date = { root: 'Customer', steps, attribute: 'InvoiceDate' };
  const months = addRollup(customers, shop, date, { spread: 'month' });
  const called = 'Different months of Invoice (Buyer) › Invoice Date';

  test('is the number of distinct months of their dates', () => {
    expect(column(months)).toMatchObject({ label: called, type: 'integer', isMeasured: true });
    expect(toUniGrid(months, new Date()).entities[0]?.attributes.at(-1)).toEqual({
      alias: called,
      selected: true,
      rollup: {
        summary: 'count_distinct',
        of: 'Invoice.InvoiceDate month',
        entity: {
          id: 'Invoice',
          relation: { attr_parent: 'CustomerId', attr_child: 'BuyerId' },
          attributes: [
            { id: 'InvoiceDate', alias: 'Invoice.InvoiceDate', selected: false },
            {
              alias: 'Invoice.InvoiceDate month',
              expr: { fn: 'TRUNCATE', args: [{ alias: 'Invoice.InvoiceDate' }, { value: 'month' }] },
              selected: false,
            },
          ],
        },
      },
    });
  });

  test('is added once beside the number of years, and is read back from links and saved queries', () => {
    const both = addRollup(months, shop, date, { spread: 'year' });
    expect(decode(encode(both))).toEqual(both);
    expect(addRollup(both, shop, date, { spread: 'month' })).toEqual(both);
    expect(rollupsOf(both, shop)).toHaveLength(2);
    const kept = fromSaved(toUniGrid(both, new Date(0)), undefined);
    expect(kept && toUniGrid(kept, new Date(0))).toEqual(toUniGrid(both, new Date(0)));
  });

  test('may be filtered, and leads to the filtered records', () => {
    const year: Filter = {
      path: date,
      operator: 'GTE',
      values: [{ kind: 'literal', value: '2024-01-01' }],
      quantity: 'only',
    };
    const narrowed = setFilter(months, shop, year, { write: (next) => next });
    expect(rollupsOf(narrowed, shop)[0]?.rollup).toMatchObject({
      of: 'Invoice.InvoiceDate month',
      where: { cond: { entries: [{ func: { name: 'GTE' } }] } },
    });
    const behind = relatedBehind(narrowed, shop, called, ['1']);
    expect(behind?.entities[0]?.id).toBe('Invoice');
    expect(behind?.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EQ', 'GTE', 'NOT_IS_NULL']);
  });

  test('is not a measure of groups', () => {
    const grouped = groupBy(months, shop, { root: 'Customer', steps: [], attribute: 'LastName' });
    expect(resultColumns(grouped, shop).map(({ label }) => label)).toEqual([
      'Last Name',
      'Count of Customer',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { shop } from '../model/shop.fixture.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { addRule, setCombinator } from '../query/filters/rules.ts';
import { isNoneOf, narrow } from '../query/groups/narrowing.ts';
import { type ChartField, chartFields } from './chartFields.ts';
import { isCategory, isInBin, isInPeriod, isOther } from './markFilter.ts';

const invoices = addRoot(emptyDocument, shop, 'Invoice');
const fields = chartFields(invoices, shop);

function field(label: string): ChartField {
  const found = fields.find((one) => one.label === label);
  if (!found) throw new Error(`no field ${label}`);
  return found;
}

const entries = (doc: typeof invoices) => doc.where.cond.entries;
const february = Date.UTC(2024, 1, 1);

describe('a click on a mark', () => {
  test('on a bar asks for its record by key, since others may have its name', () => {
    const doc = narrow(invoices, shop, isCategory(field('Buyer'), ['Ada', null, '7']));
    expect(entries(doc)).toEqual([{ func: { name: 'EQ', args: [{ alias: 'BuyerId' }, { value: '7' }] } }]);
  });

  test('on a point of a line asks for the whole period and not for the next one', () =>
    expect(entries(narrow(invoices, shop, isInPeriod(field('Invoice Date'), february, 'month')))).toEqual([
      {
        func: {
          name: 'BETWEEN_INC',
          args: [{ alias: 'InvoiceDate' }, { value: '@month 2024-02-01' }, { value: '@month 2024-02-01' }],
        },
      },
    ]));

  test('on the last bin includes its end', () => {
    const doc = narrow(invoices, shop, isInBin(field('Total'), { from: 10, to: 20, last: true }));
    expect(entries(doc)).toEqual([
      { func: { name: 'GTE', args: [{ alias: 'Total' }, { value: '10' }] } },
      { func: { name: 'LTE', args: [{ alias: 'Total' }, { value: '20' }] } },
    ]);
  });

  test('on the rest asks for all others and for rows without a value', () => {
    const other = isOther(field('Total'), [[new LosslessNumber('1.10')], ['2']]);
    expect(entries(narrow(invoices, shop, other))).toEqual([
      {
        cond: {
          with: 'OR',
          entries: [
            { func: { name: 'NOT_IN', args: [{ alias: 'Total' }, { value: ['1.10', '2'] }] } },
            { func: { name: 'IS_NULL', args: [{ alias: 'Total' }] } },
          ],
        },
      },
    ]);
  });

  test('leaves rows without a value out where they have a bar of their own', () =>
    expect(entries(narrow(invoices, shop, isOther(field('Total'), [[null], ['2']])))).toEqual([
      { func: { name: 'NOT_IN', args: [{ alias: 'Total' }, { value: ['2'] }] } },
    ]));

  test('on the rest of groups of several fields asks for none of those that have a bar', () => {
    const [first, second] = [
      isCategory(field('Buyer'), ['Ada', null, '7']),
      isCategory(field('Total'), ['2']),
    ];
    expect(entries(narrow(invoices, shop, isNoneOf([first, second])))).toMatchObject([
      { cond: { with: 'NONE', entries: [{ func: { name: 'EQ' } }, { func: { name: 'EQ' } }] } },
    ]);
    const [path, name] = [{ root: 'Invoice', steps: [], attribute: 'Total' }, 'IS_NULL' as const];
    expect(isNoneOf([{ path, name }])).toEqual({ path, name: 'NOT_IS_NULL' });
  });

  test('twice is the same as once', () => {
    const once = narrow(invoices, shop, isInPeriod(field('Invoice Date'), february, 'month'));
    expect(narrow(once, shop, isInPeriod(field('Invoice Date'), february, 'month'))).toEqual(once);
  });

  test('narrows alternatives too', () => {
    const rule = { func: { name: 'EQ', args: [{ alias: 'Total' }, { value: '1' }] } };
    const either = setCombinator(addRule(invoices, [], rule), [], 'OR');
    const doc = narrow(either, shop, isInPeriod(field('Invoice Date'), february, 'month'));
    expect(doc.where.cond.with).toBe('AND');
    expect(entries(doc)[0]).toEqual(either.where);
  });
});

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

describe('clicking a mark', () => {
  test("of a bar filters by the record's key, not by its name", () => {
    const doc = narrow(invoices, shop, isCategory(field('Buyer'), ['Ada', null, '7']));
    expect(entries(doc)).toEqual([{ func: { name: 'EQ', args: [{ alias: 'BuyerId' }, { value: '7' }] } }]);
  });

  test('of a point on a line filters by its period only', () =>
    expect(entries(narrow(invoices, shop, isInPeriod(field('Invoice Date'), february, 'month')))).toEqual([
      {
        func: {
          name: 'BETWEEN_INC',
          args: [{ alias: 'InvoiceDate' }, { value: '@month 2024-02-01' }, { value: '@month 2024-02-01' }],
        },
      },
    ]));

  test('of the last bin includes its upper bound', () => {
    const doc = narrow(invoices, shop, isInBin(field('Total'), { from: 10, to: 20, last: true }));
    expect(entries(doc)).toEqual([
      { func: { name: 'GTE', args: [{ alias: 'Total' }, { value: '10' }] } },
      { func: { name: 'LTE', args: [{ alias: 'Total' }, { value: '20' }] } },
    ]);
  });

  test('of the rest filters by all others, including rows without a value', () => {
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

  test('of the rest excludes rows without a value if they have their own bar', () =>
    expect(entries(narrow(invoices, shop, isOther(field('Total'), [[null], ['2']])))).toEqual([
      { func: { name: 'NOT_IN', args: [{ alias: 'Total' }, { value: ['2'] }] } },
    ]));

  test('of the rest of groups by several fields excludes each group with a bar', () => {
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

  test('twice has the same result as once', () => {
    const once = narrow(invoices, shop, isInPeriod(field('Invoice Date'), february, 'month'));
    expect(narrow(once, shop, isInPeriod(field('Invoice Date'), february, 'month'))).toEqual(once);
  });

  test('adds the filter to an OR of filters with AND', () => {
    const rule = { func: { name: 'EQ', args: [{ alias: 'Total' }, { value: '1' }] } };
    const either = setCombinator(addRule(invoices, [], rule), [], 'OR');
    const doc = narrow(either, shop, isInPeriod(field('Invoice Date'), february, 'month'));
    expect(doc.where.cond.with).toBe('AND');
    expect(entries(doc)[0]).toEqual(either.where);
  });
});

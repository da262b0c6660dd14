import { expect, test } from 'vitest';
import { chartFields } from '../../charts/chartFields.ts';
import { shop, step } from '../../model/shop.fixture.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot, removeField } from '../edits.ts';
import { attributesOf } from '../paths.ts';
import { toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { addMeasure, addOver, groupBy, removeMeasure } from './grouping.ts';
import { groupNotes } from './groupNotes.ts';
import { setHaving, setTop } from './shownGroups.ts';

const date = { root: 'Invoice', steps: [], attribute: 'InvoiceDate' };
const buyer = { root: 'Invoice', steps: [], attribute: 'BuyerId' };
const total = { root: 'Invoice', steps: [], attribute: 'Total' };
const invoices = addRoot(emptyDocument, shop, 'Invoice');
const perMonth = addMeasure(groupBy(invoices, shop, date), shop, total, 'sum');
const perBuyerAndMonth = groupBy(perMonth, shop, buyer);
const along = { of: 'sum_Total', order: [{ alias: 'InvoiceDate', asc: true }] };

const overs = (doc: QueryDocument) =>
  attributesOf(doc, shop).flatMap(({ attribute: { alias, over } }) =>
    over ? [[alias, over.per ?? []]] : [],
  );

test('a running total runs within each value of the remaining group fields', () => {
  const { doc } = addOver(perBuyerAndMonth, shop, { fn: 'running', ...along, per: ['BuyerId'] }, 'Running');
  expect(overs(removeField(doc, 'BuyerId'))).toEqual([['Running', []]]);
  expect(overs(removeField(doc, 'InvoiceDate'))).toEqual([]);
  expect(overs(removeMeasure(doc, 'Total', 'sum'))).toEqual([]);
});

test('a share is removed with the field that it is named after', () => {
  const { doc } = addOver(
    perBuyerAndMonth,
    shop,
    { fn: 'share', of: 'sum_Total', per: ['BuyerId'] },
    'Share',
  );
  expect(overs(removeField(doc, 'InvoiceDate'))).toEqual([['Share', ['BuyerId']]]);
  expect(overs(removeField(doc, 'BuyerId'))).toEqual([]);
});

test('sorting and limiting by a change is removed with it', () => {
  const { doc } = addOver(perBuyerAndMonth, shop, { fn: 'change', ...along, per: ['BuyerId'] }, 'Change');
  const top = setTop(doc, { n: 3, by: 'Change', asc: false, per: [] });
  const left = toUniGrid(removeField(top, 'InvoiceDate'), new Date(0));
  expect(left.order).toEqual([]);
  expect(left.top).toBeUndefined();
});

test('an added group field joins those within which a running total runs', () => {
  const { doc } = addOver(perMonth, shop, { fn: 'running', ...along }, 'Running');
  const ranked = addOver(doc, shop, { fn: 'rank', of: 'sum_Total' }, 'Rank').doc;
  expect(overs(groupBy(ranked, shop, buyer))).toEqual([
    ['Running', ['BuyerId']],
    ['Rank', []],
  ]);
  const name = { root: 'Invoice', steps: [step('Invoice', 'Buyer')], attribute: 'LastName' };
  expect(overs(groupBy(groupBy(ranked, shop, buyer), shop, name))[0]).toEqual([
    'Running',
    ['BuyerId', 'Customer.LastName'],
  ]);
});

test('a window over single rows in a saved query is a column, and keeps the field that it uses', () => {
  const rank = { alias: 'Rank', over: { fn: 'rank', of: 'Total' } } as const;
  const query = {
    entities: [{ id: 'Invoice', relation: null, attributes: [{ id: 'InvoiceId' }, { id: 'Total' }, rank] }],
  };
  const doc = fromSaved(query, undefined);
  if (!doc) throw new Error('It is not shown.');
  expect(resultColumns(doc, shop).map(({ label }) => label)).toEqual(['Invoice ID', 'Total', 'Rank']);
  expect(chartFields(doc, shop).map(({ label }) => label)).not.toContain('Rank');
  const left = removeField(doc, 'Total');
  expect(resultColumns(left, shop).map(({ label }) => label)).toEqual(['Invoice ID', 'Rank']);
  expect(overs(left)).toEqual([['Rank', []]]);
  expect(attributesOf(left, shop).map(({ attribute }) => attribute.alias)).toContain('Total');
});

test('a change between periods has a note about periods without rows', () => {
  const note = 'A period without rows is not a group: the one before is the last that has rows.';
  const { doc } = addOver(perMonth, shop, { fn: 'change', ...along }, 'Change');
  expect(groupNotes(doc, shop)).toEqual([note]);
  expect(groupNotes(doc, shop, 'sum_Total')).toEqual([]);
  expect(groupNotes(doc, shop, 'Change')).toEqual([note]);
  const running = addOver(perMonth, shop, { fn: 'running', ...along }, 'Running').doc;
  expect(groupNotes(running, shop)).toEqual([]);
});

test('a share of groups has a note if a condition has excluded some of them', () => {
  const share = addOver(perMonth, shop, { fn: 'share', of: 'sum_Total' }, 'Share').doc;
  const few = setHaving(share, { func: { name: 'GT', args: [{ alias: 'sum_Total' }, { value: 9 }] } });
  const note = 'Share: among the groups that meet the condition, not among all.';
  expect(groupNotes(share, shop)).toEqual([]);
  expect(groupNotes(few, shop)).toEqual([note]);
  expect(groupNotes(few, shop, 'Share')).toEqual([note]);
  expect(groupNotes(few, shop, 'sum_Total')).toEqual([]);
});

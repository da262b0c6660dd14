import { expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { toUniGrid } from '../request.ts';
import { groupBy } from './grouping.ts';
import { namesInGroups, sharedBy } from './sharedNames.ts';

const invoices = addRoot(emptyDocument, shop, 'Invoice');
const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
const ofBuyer = (attribute: string) => ({ root: 'Invoice', steps: [step('Invoice', 'Buyer')], attribute });
const names = (doc: QueryDocument) =>
  namesInGroups(doc, shop).map(({ entity, columns }) => [entity.name, ...columns]);

test('groups by the label of records are noted, unless a key distinguishes them', () => {
  const byName = groupBy(invoices, shop, ofBuyer('LastName'));
  expect(names(byName)).toEqual([['Customer', 'LastName']]);
  expect(names(groupBy(byName, shop, ofBuyer('FirstName')))).toEqual([['Customer', 'FirstName', 'LastName']]);
  expect(names(groupBy(byName, shop, ofBuyer('CustomerId')))).toEqual([]);
  expect(names(groupBy(byName, shop, own('BuyerId')))).toEqual([]);
  expect(names(groupBy(invoices, shop, own('BuyerId')))).toEqual([]);
  expect(names(groupBy(invoices, shop, own('InvoiceDate')))).toEqual([]);
  expect(names(invoices)).toEqual([]);
});

test('labels shared by several records are looked up among all records', () => {
  const [one] = namesInGroups(groupBy(invoices, shop, ofBuyer('LastName')), shop);
  if (!one) throw new Error('There are no names.');
  expect(toUniGrid(sharedBy(shop, one), new Date(0))).toMatchObject({
    entities: [{ id: 'Customer' }],
    where: { cond: { entries: [{ func: { name: 'NOT_IS_NULL', args: [{ alias: 'LastName' }] } }] } },
    group: ['LastName'],
    having: {
      cond: { entries: [{ func: { name: 'GT', args: [{ alias: 'count_CustomerId' }, { value: 1 }] } }] },
    },
  });
});

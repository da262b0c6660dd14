import { expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument } from '../document.ts';
import { addRoot, mapAttributes } from '../edits.ts';
import { setComputed } from '../formula/computed.ts';
import { inSeveralGroups, isInOneGroup, repeatedMeasures } from './determined.ts';
import { addMeasure, groupBy } from './grouping.ts';

const at = (root: string, ...way: readonly string[]) => {
  const [attribute = '', ...labels] = way.toReversed();
  let entity = root;
  const steps = labels.toReversed().map((label) => {
    const one = step(entity, label);
    entity = one.entity;
    return one;
  });
  return { root, steps, attribute };
};

test('a measure is within one group if no step to the group field leads to many records', () => {
  const doc = addRoot(emptyDocument, shop, 'Track');
  const isIn = (measured: readonly string[], ...fields: readonly (readonly string[])[]) =>
    isInOneGroup(
      doc,
      shop,
      at('Track', ...measured),
      fields.map((way) => at('Track', ...way)),
    );
  expect(isIn(['TrackId'], ['GenreId'], ['Album', 'Artist', 'Name'])).toBe(true);
  // A track is sold on several invoices, and an album has tracks of several genres.
  expect(isIn(['TrackId'], ['Invoice Line', 'Invoice', 'BuyerId'])).toBe(false);
  expect(isIn(['Album', 'AlbumId'], ['GenreId'])).toBe(false);
  expect(isIn(['Invoice Line', 'Quantity'], ['GenreId'], ['Invoice Line', 'Invoice', 'BuyerId'])).toBe(true);
  expect(isIn(['Album', 'AlbumId'], ['Album', 'Artist', 'Name'])).toBe(true);
  expect(isInOneGroup(doc, shop, at('Track', 'TrackId'), [at('Weather', 'Day')])).toBe(false);
});

test('a formula is measured for each combination of the records that it uses', () => {
  const lines = addRoot(emptyDocument, shop, 'InvoiceLine');
  const price = { alias: 'Track › Unit Price' };
  const expr = { fn: 'MUL', args: [price, { alias: 'Quantity' }] };
  const invoice = [at('InvoiceLine', 'InvoiceId')];
  const priced = setComputed(lines, shop, 'InvoiceLine', { name: 'Revenue', expr });
  expect(isInOneGroup(priced, shop, at('InvoiceLine', 'Revenue'), invoice)).toBe(true);
  // One track is on several invoices.
  const doubled = setComputed(lines, shop, 'InvoiceLine', {
    name: 'Double',
    expr: { fn: 'ADD', args: [price, price] },
  });
  expect(isInOneGroup(doubled, shop, at('InvoiceLine', 'Double'), invoice)).toBe(false);
  const genre = [at('InvoiceLine', 'Track', 'GenreId')];
  expect(isInOneGroup(doubled, shop, at('InvoiceLine', 'Double'), genre)).toBe(true);
});

test('records that sums and counts of groups include several times are named', () => {
  const tracks = addRoot(emptyDocument, shop, 'Track');
  const perBuyer = groupBy(tracks, shop, at('Track', 'Invoice Line', 'Invoice', 'BuyerId'));
  expect(inSeveralGroups(perBuyer, shop)).toEqual(['Track']);
  expect(inSeveralGroups(groupBy(tracks, shop, at('Track', 'GenreId')), shop)).toEqual([]);
  expect(inSeveralGroups(tracks, shop)).toEqual([]);
  const sold = addMeasure(perBuyer, shop, at('Track', 'Invoice Line', 'Quantity'), 'sum');
  expect(inSeveralGroups(sold, shop)).toEqual(['Track']);
});

test('a shared related record is counted once, and named if it is summed several times', () => {
  const lines = addRoot(emptyDocument, shop, 'InvoiceLine');
  const perBuyer = groupBy(lines, shop, at('InvoiceLine', 'Invoice', 'BuyerId'));
  expect(repeatedMeasures(perBuyer, shop)).toEqual([]);
  const counted = addMeasure(perBuyer, shop, at('InvoiceLine', 'Invoice', 'InvoiceId'), 'count');
  const count = resultColumns(counted, shop).find(
    ({ path }) => path.steps.length > 0 && path.attribute === 'InvoiceId',
  );
  expect(count).toMatchObject({ summary: 'count_distinct', label: 'Count of Invoice' });
  expect(repeatedMeasures(counted, shop)).toEqual([]);
  const total = addMeasure(perBuyer, shop, at('InvoiceLine', 'Invoice', 'Total'), 'sum');
  expect(repeatedMeasures(total, shop)).toEqual([{ what: 'Invoice', each: 'Invoice Line' }]);
  const perGenre = groupBy(lines, shop, at('InvoiceLine', 'Track', 'GenreId'));
  expect(
    inSeveralGroups(addMeasure(perGenre, shop, at('InvoiceLine', 'Invoice', 'Total'), 'sum'), shop),
  ).toEqual([]);
  // Distinct ones are counted, which may be in several groups.
  const distinct = addMeasure(perGenre, shop, at('InvoiceLine', 'Invoice', 'InvoiceId'), 'count');
  expect(inSeveralGroups(distinct, shop)).toEqual(['Invoice']);
  const dearest = addMeasure(perBuyer, shop, at('InvoiceLine', 'Invoice', 'Total'), 'max');
  expect(repeatedMeasures(dearest, shop)).toEqual([]);
  // From customer to invoice each one is reached once; so is a computation with a field of the line.
  const invoices = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, at('Invoice', 'BuyerId'));
  const quantity = addMeasure(invoices, shop, at('Invoice', 'Invoice Line', 'Quantity'), 'sum');
  expect(repeatedMeasures(quantity, shop)).toEqual([]);
  const expr = { fn: 'MUL', args: [{ alias: 'Track › Unit Price' }, { alias: 'Quantity' }] };
  const priced = setComputed(perBuyer, shop, 'InvoiceLine', { name: 'Revenue', expr });
  expect(repeatedMeasures(addMeasure(priced, shop, at('InvoiceLine', 'Revenue'), 'sum'), shop)).toEqual([]);
  // If a document counts keys without distinct, the note says so.
  const asReached = mapAttributes(counted, (node) =>
    node.summaries?.includes('count_distinct') ? { ...node, summaries: ['count'] } : node,
  );
  expect(resultColumns(asReached, shop).map(({ label }) => label)).toContain('Count of Invoice › Invoice ID');
  expect(repeatedMeasures(asReached, shop)).toEqual([{ what: 'Invoice', each: 'Invoice Line' }]);
});

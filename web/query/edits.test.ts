import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { resultColumns } from './columns.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import {
  addField,
  addList,
  addRoot,
  ensureAttribute,
  findAttribute,
  removeField,
  removeRoot,
} from './edits.ts';
import { addRule, removeRule } from './filters/rules.ts';
import { setComputed } from './formula/computed.ts';
import { addMeasure, groupBy, removeMeasure, setTotals, ungroup, withoutGroups } from './groups/grouping.ts';
import { setTop } from './groups/shownGroups.ts';
import { setSort } from './sorting.ts';

const toArtist = [step('Album', 'Artist')];
const albums = addRoot(emptyDocument, shop, 'Album');
const artistName = { root: 'Album', steps: toArtist, attribute: 'Name' };
const labels = (doc: QueryDocument) => resultColumns(doc, shop).map(({ label }) => label);

describe('root entities', () => {
  test('start with all fields of their entity', () =>
    expect(labels(albums)).toEqual(['Album ID', 'Title', 'Artist']));
  test('may be several, even of the same entity', () => {
    const two = addRoot(albums, shop, 'Album');
    expect(two.entities.map(({ alias }) => alias)).toEqual(['Album', 'Album 2']);
    expect(labels(two)).toContain('Album 2 › Title');
  });
  test('are removed with their filters, sort keys and lists', () => {
    const both = addRoot(albums, shop, 'Genre');
    const alias = findAttribute(both, shop, { root: 'Genre', steps: [], attribute: 'Name' })?.alias ?? '';
    const filtered = setSort(
      addRule(both, [], { func: { name: 'EQ', args: [{ alias }, { value: 'Rock' }] } }),
      alias,
      true,
    );
    const rest = removeRoot(filtered, shop, 'Genre');
    expect(rest).toEqual(albums);
  });
  test('that are unknown change nothing', () => expect(addRoot(albums, shop, 'Nope')).toBe(albums));
});

describe('fields', () => {
  const withArtist = addField(albums, shop, artistName);
  test('of related entities are nested along the relation', () => {
    expect(withArtist.entities[0]?.attributes.at(-1)).toEqual({
      entity: {
        id: 'Artist',
        relation: { attr_parent: 'ArtistId' },
        attributes: [{ id: 'Name', alias: 'Artist.Name', selected: true }],
      },
    });
    expect(labels(withArtist).at(-1)).toBe('Artist › Name');
  });
  test('by the same path share a node', () => {
    const both = addField(withArtist, shop, { ...artistName, attribute: 'ArtistId' });
    expect(both.entities[0]?.attributes).toHaveLength(4);
  });
  test('are added once', () => expect(addField(withArtist, shop, artistName)).toBe(withArtist));
  test('are removed with their empty nodes', () =>
    expect(removeField(withArtist, 'Artist.Name')).toEqual(albums));
  test('used by a filter stay hidden until the filter is removed', () => {
    const filtered = addRule(withArtist, [], {
      func: { name: 'ICONTAINS', args: [{ alias: 'Artist.Name' }, { value: 'x' }] },
    });
    const unseen = removeField(filtered, 'Artist.Name');
    expect(findAttribute(unseen, shop, artistName)?.selected).toBe(false);
    expect(removeRule(unseen, [0])).toEqual(albums);
  });
  test('name both ends of a relation if one is ambiguous', () => {
    const customers = addRoot(emptyDocument, shop, 'Customer');
    const gifts = addField(customers, shop, {
      root: 'Customer',
      steps: [step('Customer', 'Invoice (Gifted To)')],
      attribute: 'Total',
    });
    expect(gifts.entities[0]?.attributes.at(-1)).toMatchObject({
      entity: { relation: { attr_parent: 'CustomerId', attr_child: 'GiftedToId' } },
    });
  });
  test('may be referred to without being shown', () => {
    const { doc, alias } = ensureAttribute(albums, shop, artistName);
    expect(alias).toBe('Artist.Name');
    expect(labels(doc)).toEqual(labels(albums));
  });
});

describe('measures', () => {
  const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
  const price = { ...tracks, attribute: 'UnitPrice' };
  describe('of related records', () => {
    const counted = addMeasure(albums, shop, tracks, 'count');
    test('add a column and keep the rows', () => {
      expect(counted.grouped).toBe(false);
      expect(counted.view).toEqual(albums.view);
      expect(labels(counted)).toEqual(['Album ID', 'Title', 'Artist', 'Count of Track']);
    });
    test('are added once', () => expect(addMeasure(counted, shop, tracks, 'count')).toEqual(counted));
    test('of the same field may be several', () =>
      expect(
        labels(addMeasure(addMeasure(albums, shop, price, 'sum'), shop, price, 'avg')).slice(-2),
      ).toEqual(['Sum of Track › Unit Price', 'Average of Track › Unit Price']));
    test('are removed with their sort key, and stay hidden for a filter', () => {
      const sorted = setSort(counted, 'Count of Track', false);
      expect(removeField(sorted, 'Count of Track')).toEqual(albums);
      const many = { func: { name: 'GT', args: [{ alias: 'Count of Track' }, { value: '5' }] } };
      const hidden = removeField(addRule(counted, [], many), 'Count of Track');
      expect(hidden.where.cond.entries).toEqual([many]);
      expect(labels(hidden)).toEqual(labels(albums));
      expect(addMeasure(hidden, shop, tracks, 'count')).toEqual(addRule(counted, [], many));
    });
  });
  describe('of groups', () => {
    const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    const counted = addMeasure(byArtist, shop, tracks, 'count');
    test('of the same field may be several', () => {
      const both = addMeasure(addMeasure(counted, shop, price, 'sum'), shop, price, 'avg');
      expect(labels(both).slice(-2)).toEqual(['Sum of Track › Unit Price', 'Average of Track › Unit Price']);
    });
    test('are removed with their sort key', () => {
      const sorted = setSort(counted, 'count_Track.TrackId', false);
      const removed = removeMeasure(sorted, 'Track.TrackId', 'count');
      expect(removed.order).toEqual([]);
      expect(labels(removed)).toEqual(['Artist', 'Count of Album']);
    });
  });
});

describe('grouping', () => {
  const invoices = addRoot(emptyDocument, shop, 'Invoice');
  const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
  const byBuyer = groupBy(setTotals(invoices, 'Total', ['sum']), shop, own('BuyerId'));

  test('is of all rows, also if only the top was shown', () => {
    const expr = { fn: 'MUL', args: [{ alias: 'Total' }, { value: 2 }] };
    const twice = setComputed(invoices, shop, 'Invoice', { name: 'Twice', expr });
    const dearest = setTop(twice, { n: 5, by: 'Twice', asc: false, per: [] });
    expect(groupBy(dearest, shop, own('Twice'))).toEqual(groupBy(twice, shop, own('Twice')));
  });

  test('keeps the field, the number of rows, and the totals', () =>
    expect(labels(byBuyer)).toEqual(['Buyer', 'Count of Invoice', 'Sum of Total']));
  test('by a second field is added, with dates by month', () =>
    expect(labels(groupBy(byBuyer, shop, own('InvoiceDate')))).toEqual([
      'Buyer',
      'Invoice Date (month)',
      'Count of Invoice',
      'Sum of Total',
    ]));
  test('ends with its last field, and its measures become totals', () => {
    const total = { root: 'Invoice', steps: [], attribute: 'Total' };
    const perBuyer = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, {
      ...total,
      attribute: 'BuyerId',
    });
    const left = removeField(addMeasure(perBuyer, shop, total, 'sum'), 'BuyerId');
    const rows = withoutGroups(left, shop);
    expect(rows.grouped).toBe(false);
    const summed = resultColumns(rows, shop).filter((one) => one.kind === 'field' && one.totals.length > 0);
    expect(summed).toMatchObject([
      { label: 'Invoice ID', totals: ['count'] },
      { label: 'Total', totals: ['sum'] },
    ]);
    expect(withoutGroups(perBuyer, shop)).toBe(perBuyer);
  });
  test('keeps the filters', () => {
    const rule = { func: { name: 'GT', args: [{ alias: 'Total' }, { value: '5' }] } };
    const filtered = groupBy(addRule(invoices, [], rule), shop, own('BuyerId'));
    expect(filtered.where.cond.entries).toEqual([rule]);
    expect(findAttribute(filtered, shop, own('Total'))?.selected).toBe(false);
  });
  test('can be undone, which restores the fields of the entity', () => {
    const back = ungroup(byBuyer, shop);
    expect(back.grouped).toBe(false);
    expect(labels(back).toSorted()).toEqual(labels(invoices).toSorted());
  });
});

test('lists are kept apart from the entities of the query', () => {
  const listed = addList(albums, { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' });
  expect(listed.entities).toBe(albums.entities);
  expect(labels(listed).at(-1)).toBe('Track › Name');
});

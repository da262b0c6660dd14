import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { resultColumns } from '../columns.ts';
import { type AttributeNode, emptyDocument, noFilter, type QueryDocument } from '../document.ts';
import { addRoot, editAt } from '../edits.ts';
import { addPresence, asExistenceTest } from '../filters/existence.ts';
import { type Filter, type Quantity, writeFilter } from '../filters/filters.ts';
import { addRule, wrapRule } from '../filters/rules.ts';
import {
  addMeasureOfFiltered,
  alsoSelectsRows,
  canRestrictMeasure,
  countings,
  isMeasured,
  readingAt,
  removeCounting,
  removeFilter,
  replaceFilter,
  setFilter,
} from './counting.ts';
import { addMeasure, groupBy, setTotals, ungroup } from './grouping.ts';
import { rollupsOf } from './rollups.ts';
import { groupNarrowing, rowsBehind } from './rowsBehind.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
const tracks = [step('Album', 'Track')];
const price = { root: 'Album', steps: tracks, attribute: 'UnitPrice' };
const name = { root: 'Album', steps: tracks, attribute: 'Name' };
const genre = { root: 'Album', steps: [...tracks, step('Track', 'Genre')], attribute: 'Name' };

function filterOn(path: Filter['path'], value: string, quantity: Quantity | undefined): Filter {
  return { path, operator: 'EQ', values: [{ kind: 'literal', value }], quantity };
}

function filtered(doc: QueryDocument, quantity: Quantity | undefined): QueryDocument {
  const written = writeFilter(doc, shop, filterOn(name, 'x', quantity));
  if (!written) throw new Error('no filter');
  return addRule(written.doc, [], written.rule);
}

function set(doc: QueryDocument, filter: Filter): QueryDocument {
  return setFilter(doc, shop, filter, { write: (next, rule) => addRule(next, [], rule) });
}

const rules = (doc: QueryDocument) => doc.where.cond.entries.map((rule) => rule.func?.name);

describe('a filter on related records in a grouped query', () => {
  const summed = addMeasure(byArtist, shop, price, 'sum');
  test('may restrict a measure only if those records are measured', () => {
    expect(isMeasured(summed, shop, name)).toBe(true);
    expect(isMeasured(byArtist, shop, name)).toBe(false);
    expect(isMeasured(summed, shop, { root: 'Album', steps: [step('Album', 'Artist')] })).toBe(false);
  });

  test('becomes a filter on what is measured when a measure is added', () => {
    expect(canRestrictMeasure(filtered(byArtist, 'some'), shop, price)).toBe(true);
    const only = addMeasureOfFiltered(filtered(byArtist, 'some'), shop, price, 'sum');
    expect(only.where.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'Track.Name' }, { value: 'x' }] } },
    ]);
    expect(canRestrictMeasure(only, shop, price)).toBe(false);
  });

  test('for no such record stays unchanged', () =>
    expect(rules(addMeasureOfFiltered(filtered(byArtist, 'none'), shop, price, 'sum'))).toEqual([
      'NOT_EXISTS',
    ]));

  test('becomes a test for existence when the groups are removed', () =>
    expect(rules(asExistenceTest(ungroup(filtered(summed, undefined), shop), shop))).toEqual(['EXISTS']));
});

describe('a filter on related records with a measure per row', () => {
  const summed = addMeasure(albums, shop, price, 'sum');
  const only = set(summed, filterOn(name, 'x', 'only'));

  test('restricts the measure and keeps all rows', () => {
    expect(isMeasured(summed, shop, name)).toBe(true);
    expect(isMeasured(summed, shop, { root: 'Album', steps: [step('Album', 'Artist')] })).toBe(false);
    expect(only.where).toEqual(albums.where);
    expect(rollupsOf(only, shop).map(({ rollup }) => rollup)).toEqual([
      {
        entity: {
          id: 'Track',
          relation: { attr_parent: 'AlbumId' },
          attributes: [
            { id: 'UnitPrice', alias: 'Track.UnitPrice', selected: true },
            { id: 'Name', alias: 'Track.Name', selected: false },
          ],
        },
        summary: 'sum',
        of: 'Track.UnitPrice',
        where: {
          cond: {
            with: 'AND',
            entries: [{ func: { name: 'EQ', args: [{ alias: 'Track.Name' }, { value: 'x' }] } }],
          },
        },
      },
    ]);
  });

  test('may be on records behind the measured ones', () => {
    const rock = set(summed, filterOn(genre, 'Rock', 'only'));
    expect(JSON.stringify(rollupsOf(rock, shop)[0]?.rollup)).toContain('"alias":"Track.Genre.Name"');
    expect(countings(rock, shop)).toEqual([
      { filter: filterOn(genre, 'Rock', 'only'), columns: ['Sum of Track › Unit Price'] },
    ]);
  });

  test('is read back, and is removed completely', () => {
    expect(countings(only, shop)).toEqual([
      { filter: filterOn(name, 'x', 'only'), columns: ['Sum of Track › Unit Price'] },
    ]);
    expect(removeCounting(only, shop, filterOn(name, 'x', 'only'))).toEqual(summed);
  });

  test('that selects rows leaves the measure unrestricted', () => {
    const some = set(summed, filterOn(name, 'x', 'some'));
    expect(rules(some)).toEqual(['EXISTS']);
    expect(countings(some, shop)).toEqual([]);
  });

  test('that already exists is also applied to the new measure', () => {
    const asked = filtered(albums, 'some');
    expect(canRestrictMeasure(asked, shop, price)).toBe(true);
    const measured = addMeasureOfFiltered(asked, shop, price, 'sum');
    expect(measured.where).toEqual(asked.where);
    expect(countings(measured, shop).map(({ filter }) => filter)).toEqual([filterOn(name, 'x', 'only')]);
  });

  test('that also selects rows is a single filter, changed and removed as one', () => {
    const both = addMeasureOfFiltered(filtered(albums, 'some'), shop, price, 'sum');
    const [counting] = countings(both, shop);
    expect(readingAt(both, shop, [0])).toEqual(filterOn(name, 'x', 'both'));
    expect(counting && alsoSelectsRows(both, shop, counting)).toBe(true);
    const other = setFilter(both, shop, filterOn(name, 'y', 'both'), {
      write: (next, rule) => replaceFilter(next, shop, [0], rule),
    });
    expect(readingAt(other, shop, [0])).toEqual(filterOn(name, 'y', 'both'));
    expect(countings(other, shop).map(({ filter }) => filter)).toEqual([filterOn(name, 'y', 'only')]);
    expect(removeFilter(other, shop, [0])).toEqual(summed);
  });

  test('that differs from that of the measure, or is one of several alternatives, is separate', () => {
    const both = addMeasureOfFiltered(filtered(albums, 'some'), shop, price, 'sum');
    const wrapped = wrapRule(both, [0], 'OR');
    const [counting] = countings(both, shop);
    expect(readingAt(wrapped, shop, [0, 0])).toEqual(filterOn(name, 'x', 'some'));
    expect(counting && alsoSelectsRows(wrapped, shop, counting)).toBe(false);
    expect(readingAt(set(only, filterOn(name, 'y', 'some')), shop, [0])?.quantity).toBe('some');
  });

  test('is also applied to a second measure of the same records', () => {
    const both = addMeasureOfFiltered(only, shop, { ...price, attribute: 'TrackId' }, 'count');
    expect(countings(both, shop)).toEqual([
      {
        filter: filterOn(name, 'x', 'only'),
        columns: ['Sum of Track › Unit Price', 'Count of Track'],
      },
    ]);
    expect(countings(addMeasure(only, shop, { ...price, attribute: 'TrackId' }, 'count'), shop)).toEqual([
      { filter: filterOn(name, 'x', 'only'), columns: ['Sum of Track › Unit Price'] },
    ]);
  });

  test('stays in effect when the rows are grouped, without excluding rows', () => {
    const artist = { root: 'Album', steps: [], attribute: 'ArtistId' };
    const grouped = groupBy(only, shop, artist);
    expect(grouped.where).toEqual(noFilter);
    const labels = resultColumns(grouped, shop).map(({ label }) => label);
    expect(labels).toEqual(['Artist', 'Count of Album', 'Sum of Track › Unit Price']);
    expect(countings(grouped, shop).map(({ filter }) => filter)).toEqual([filterOn(name, 'x', 'only')]);
    const [measure] = rollupsOf(grouped, shop);
    expect(measure?.attribute).toMatchObject({ selected: false, summaries: ['sum'] });
    expect(measure?.rollup).toEqual(rollupsOf(only, shop)[0]?.rollup);
    // Ungrouped rows show it again.
    expect(rollupsOf(ungroup(grouped, shop), shop)[0]?.attribute.selected).toBe(true);
  });

  test('stays in effect for a measure that a computed field needs', () => {
    const alias = rollupsOf(only, shop)[0]?.attribute.alias ?? '';
    const double: AttributeNode = {
      id: 'Double',
      alias: 'Double',
      selected: true,
      summaries: ['avg'],
      expr: { fn: 'MUL', args: [{ alias }, { value: 2 }] },
    };
    const computed = editAt(only, shop, { root: 'Album', steps: [] }, (items) => [...items, double]);
    const grouped = groupBy(computed, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    expect(grouped.where).toEqual(noFilter);
    expect(rollupsOf(grouped, shop)).toHaveLength(1);
    expect(resultColumns(grouped, shop).map(({ label }) => label)).toEqual([
      'Artist',
      'Sum of Track › Unit Price',
      'Average of Double',
      'Count of Album',
    ]);
  });
});

test('records without related ones are found by the relation alone', () => {
  const { where } = addPresence(albums, shop, { root: 'Album', steps: tracks }, 'NOT_EXISTS');
  expect(where.cond.entries).toEqual([
    {
      func: {
        name: 'NOT_EXISTS',
        args: [
          {
            entity: { id: 'Track', relation: { attr_parent: 'AlbumId' }, attributes: [] },
            of: 'Album',
            where: { cond: { with: 'AND', entries: [] } },
          },
        ],
      },
    },
  ]);
});

test('totals of a measure appear beside each group as a summary of its values', () => {
  const summed = addMeasure(albums, shop, price, 'sum');
  const alias = rollupsOf(summed, shop)[0]?.attribute.alias ?? '';
  const grouped = groupBy(setTotals(summed, alias, ['avg']), shop, {
    root: 'Album',
    steps: [],
    attribute: 'ArtistId',
  });
  expect(resultColumns(grouped, shop).map(({ label }) => label)).toEqual([
    'Artist',
    'Count of Album',
    'Sum of Track › Unit Price',
    'Average of Sum of Track › Unit Price',
  ]);
});

describe('groups by a measure of related records', () => {
  const albumsTracks = addMeasure(
    albums,
    shop,
    { root: 'Album', steps: tracks, attribute: 'TrackId' },
    'count',
  );
  const customers = addRoot(emptyDocument, shop, 'Customer');
  const bought = { own: 'CustomerId', entity: 'Invoice', other: 'BuyerId' };
  const placed = { root: 'Customer', steps: [bought], attribute: 'InvoiceDate' };
  const first = addMeasure(customers, shop, placed, 'min');
  const own = (doc: QueryDocument) => rollupsOf(doc, shop)[0]?.path ?? { root: '', steps: [], attribute: '' };

  test('exist once for each value', () => {
    const grouped = groupBy(albumsTracks, shop, own(albumsTracks));
    expect(resultColumns(grouped, shop).map(({ label }) => label)).toEqual([
      'Count of Track',
      'Count of Album',
    ]);
    expect(rollupsOf(grouped, shop)).toHaveLength(1);
  });

  test('by a date start with months, and their rows are within the month', () => {
    const grouped = groupBy(first, shop, own(first));
    const [shown] = resultColumns(grouped, shop);
    expect(shown).toMatchObject({ kind: 'field', bucket: 'month' });
    const narrowing = groupNarrowing(grouped, shop, () => '2024-02-01T00:00:00');
    const behind = rowsBehind(grouped, shop, narrowing, undefined) ?? emptyDocument;
    const [rule] = behind.where.cond.entries;
    const [{ alias = '' } = {}] = JSON.parse(JSON.stringify(rule)).func.args;
    const asked = rollupsOf(behind, shop).find(({ attribute }) => attribute.alias === alias);
    expect(asked?.rollup).toEqual(rollupsOf(first, shop)[0]?.rollup);
    expect(asked?.attribute).toMatchObject({ selected: true });
    expect(asked?.attribute.bucket).toBeUndefined();
    expect(rollupsOf(behind, shop)).toHaveLength(1);
  });
});

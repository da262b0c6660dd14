import { describe, expect, test } from 'vitest';
import type { EntityNode as Sent } from '../../src/contract/grid.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { resultColumns } from './columns.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addField, addList, addRoot } from './edits.ts';
import { toFile } from './file.ts';
import { addRule } from './filters/rules.ts';
import { addMeasure, addOver, groupBy } from './groups/grouping.ts';
import { rollupsOf } from './groups/rollups.ts';
import { setTop } from './groups/shownGroups.ts';
import { setSort } from './sorting.ts';
import { hideColumn, moveColumn, pinColumn, renameColumn } from './view.ts';

const now = new Date(2024, 1, 29);
const albums = addRoot(emptyDocument, shop, 'Album');

/** The columns in the order of the answer. */
function columns(doc: QueryDocument): readonly string[] {
  const walk = (node: Sent): readonly string[] =>
    (node.attributes ?? []).flatMap((item) =>
      'entity' in item ? walk(item.entity) : item.selected ? [item.alias ?? ''] : [],
    );
  return toFile(doc, shop, now).unigrid.entities.flatMap(walk);
}

/** How often the entity is joined. */
function joins(doc: QueryDocument, entity: string): number {
  const walk = (node: Sent): number =>
    (node.attributes ?? []).reduce(
      (sum, item) => ('entity' in item ? sum + Number(item.entity.id === entity) + walk(item.entity) : sum),
      0,
    );
  return toFile(doc, shop, now).unigrid.entities.reduce((sum, root) => sum + walk(root), 0);
}

describe('an export', () => {
  test('has the column names of the screen, and the related record before its key', () =>
    expect(columns(albums)).toEqual(['Album ID', 'Title', 'Artist', 'Artist ID']));
  test('names a related record by all the fields of its label', () =>
    expect(columns(addRoot(emptyDocument, shop, 'Customer'))).toEqual([
      'Customer ID',
      'First Name',
      'Last Name',
      'Support Rep › First Name',
      'Support Rep › Last Name',
      'Support Rep ID',
    ]));
  test('has the column order of the screen, even if fields of a parent are apart', () => {
    const tracks = addRoot(emptyDocument, shop, 'Track');
    const steps = [step('Track', 'Album')];
    const title = addField(tracks, shop, { root: 'Track', steps, attribute: 'Title' });
    const both = addField(title, shop, { root: 'Track', steps, attribute: 'AlbumId' });
    const hidden = ['AlbumId', 'GenreId', 'TrackId'].reduce(hideColumn, both);
    const ids = ['Name', 'UnitPrice', 'Album.Title', 'Album.AlbumId'];
    const moved = moveColumn(pinColumn(hidden, 'Album.AlbumId', true), ids, 'Album.Title', 9);
    expect(columns(moved)).toEqual(['Album › Album ID', 'Name', 'Unit Price', 'Album › Title']);
    expect(joins(moved, 'Album')).toBe(2);
  });
  test('has the measures in the order of the screen, also if the groups are those of related rows', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')] };
    const byTitle = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'Title' });
    const priced = addMeasure(byTitle, shop, { ...tracks, attribute: 'UnitPrice' }, 'sum');
    const doc = groupBy(priced, shop, { ...tracks, attribute: 'Name' });
    const { unigrid, headings } = toFile(doc, shop, now);
    const walk = (node: Sent): readonly string[] =>
      (node.attributes ?? []).flatMap((item) =>
        'entity' in item
          ? walk(item.entity)
          : ('summaries' in item ? (item.summaries ?? []) : []).map((name) => `${name}_${item.alias}`),
      );
    const measures = unigrid.entities.flatMap(walk);
    const shown = resultColumns(doc, shop).flatMap(({ kind, label }) => (kind === 'measure' ? [label] : []));
    expect(shown).toEqual(['Count of Album', 'Sum of Track › Unit Price']);
    expect(measures.map((name) => headings[name])).toEqual(shown);
    expect(unigrid.group).toEqual(['Title', 'Track › Name']);
  });
  test('joins related rows once, whatever the order', () => {
    const steps = [step('Album', 'Track')];
    const name = addField(albums, shop, { root: 'Album', steps, attribute: 'Name' });
    const both = addField(name, shop, { root: 'Album', steps, attribute: 'UnitPrice' });
    const moved = moveColumn(both, ['AlbumId', 'Title', 'ArtistId', 'Track.Name'], 'Track.UnitPrice', 0);
    expect(columns(moved)[0]).toBe('Track › Unit Price');
    expect(joins(moved, 'Track')).toBe(1);
  });
  test('repeats rows like the screen if the reason is hidden', () => {
    const steps = [step('Album', 'Track')];
    const doc = hideColumn(addField(albums, shop, { root: 'Album', steps, attribute: 'Name' }), 'Track.Name');
    expect(columns(doc)).not.toContain('Track › Name');
    expect(joins(doc, 'Track')).toBe(1);
  });
  test('is filtered and sorted by hidden columns', () => {
    const args = [{ alias: 'Title' }, { value: 'rest' }];
    const filtered = addRule(albums, [], { func: { name: 'ICONTAINS', args } });
    const doc = hideColumn(setSort(filtered, 'ArtistId', false), 'Title');
    const { where, order, entities } = toFile(doc, shop, now).unigrid;
    expect(where?.cond.entries).toEqual([{ func: { name: 'ICONTAINS', args } }]);
    expect(entities[0]?.attributes).toContainEqual({ id: 'Title', alias: 'Title', selected: false });
    expect(order).toEqual([
      { alias: 'Artist', asc: false },
      { alias: 'Artist ID', asc: false },
    ]);
  });
  test('is sorted by the names of hidden foreign keys, like the screen', () => {
    const { order, entities } = toFile(
      hideColumn(setSort(albums, 'ArtistId', false), 'ArtistId'),
      shop,
      now,
    ).unigrid;
    expect(columns(hideColumn(albums, 'ArtistId'))).not.toContain('Artist');
    expect(entities[0]?.attributes).toContainEqual({
      entity: {
        id: 'Artist',
        relation: { attr_parent: 'ArtistId' },
        attributes: [{ id: 'Name', alias: 'Artist', selected: false }],
      },
    });
    expect(order).toEqual([
      { alias: 'Artist', asc: false },
      { alias: 'ArtistId', asc: false },
    ]);
  });
  test('excludes lists', () => {
    const list = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' };
    expect(toFile(addList(albums, list), shop, now)).toEqual(toFile(albums, shop, now));
  });
  test('of groups is sorted by its measures under their new names', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    const grouped = setSort(addMeasure(byArtist, shop, tracks, 'count'), 'count_Track.TrackId', false);
    const { unigrid, headings } = toFile(grouped, shop, now);
    const { group, order } = unigrid;
    expect(group).toEqual(['Artist', 'Artist ID']);
    expect(order).toEqual([
      { alias: 'count_Track › Track ID', asc: false },
      { alias: 'Artist ID', asc: true },
    ]);
    expect(headings).toEqual({
      'count_Album ID': 'Count of Album',
      'count_Track › Track ID': 'Count of Track',
    });
  });
  test('of groups has no column with the name of a measure', () => {
    const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
    const invoices = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, own('InvoiceDate'));
    const summed = addMeasure(invoices, shop, own('Total'), 'sum');
    const { unigrid, headings } = toFile(renameColumn(summed, 'InvoiceDate', 'sum_Total'), shop, now);
    expect(unigrid.group).toEqual(['sum_Total 2']);
    expect(headings).toMatchObject({ sum_Total: 'Sum of Total' });
  });
  test('of groups has hidden measures only if something depends on them', () => {
    const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
    const byBuyer = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, own('BuyerId'));
    const measured = (['sum', 'avg', 'max'] as const).reduce(
      (doc, summary) => addMeasure(doc, shop, own('Total'), summary),
      byBuyer,
    );
    const share = addOver(measured, shop, { fn: 'share', of: 'sum_Total' }, 'Share').doc;
    const hide = (doc: QueryDocument, ...ids: readonly string[]) =>
      Object.keys(toFile(ids.reduce(hideColumn, doc), shop, now).headings);
    const all = ['count_Invoice ID', 'sum_Total', 'avg_Total', 'max_Total'];
    expect(hide(share)).toEqual(all);
    expect(hide(share, 'count_InvoiceId', 'avg_Total', 'sum_Total')).toEqual(['sum_Total', 'max_Total']);
    expect(hide(share, 'Share', 'sum_Total')).toEqual(['count_Invoice ID', 'avg_Total', 'max_Total']);
    expect(hide(setSort(share, 'avg_Total', true), 'avg_Total', 'max_Total')).toEqual(all.slice(0, 3));
    const top = setTop(measured, { n: 3, by: 'max_Total', asc: false, per: [] });
    expect(hide(top, 'max_Total', 'avg_Total')).toEqual(['count_Invoice ID', 'sum_Total', 'max_Total']);
  });
  test('of groups keeps the name of a field, also behind a measure of the same field', () => {
    const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
    const byTotal = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, own('Total'));
    const summed = addMeasure(byTotal, shop, own('Total'), 'sum');
    const ids = resultColumns(summed, shop).map(({ id }) => id);
    const [, , sum = ''] = ids;
    const { unigrid, headings } = toFile(moveColumn(summed, ids, sum, 0), shop, now);
    expect(unigrid.group).toEqual(['Total']);
    expect(Object.values(headings)).toContain('Sum of Total');
  });
  test('of groups orders equal ones as the screen does, by the keys of records instead of their names', () => {
    const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
    const invoices = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, own('BuyerId'));
    const counted = addMeasure(invoices, shop, own('Total'), 'count');
    const running = { fn: 'running', of: 'count_Total', order: [{ alias: 'count_Total' }] } as const;
    const ranked = { fn: 'rank', of: 'count_Total', order: [{ alias: 'count_Total' }] } as const;
    const windows = addOver(addOver(counted, shop, running, 'Sum').doc, shop, ranked, 'Rank').doc;
    const { unigrid } = toFile(
      setTop(setSort(windows, 'count_Total', true), { n: 3, by: 'count_Total', asc: true, per: [] }),
      shop,
      now,
    );
    const byKey = { alias: 'Buyer ID', asc: true };
    expect(unigrid.order?.at(-1)).toEqual(byKey);
    expect(unigrid.top?.order).toEqual([{ alias: 'count_Total', asc: true }, byKey]);
    const [sum, rank] = (unigrid.entities[0]?.attributes ?? []).flatMap((item) =>
      'over' in item && item.over ? [item.over.order] : [],
    );
    expect(sum).toEqual([{ alias: 'count_Total' }, byKey]);
    // Equal ranks are the point of a rank.
    expect(rank).toEqual([{ alias: 'count_Total' }]);
  });

  test('has measures of related records under the names of the screen, and hidden ones for filters', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const counted = addMeasure(albums, shop, tracks, 'count');
    const many = { func: { name: 'GT', args: [{ alias: 'Count of Track' }, { value: '5' }] } };
    const { rollup } = rollupsOf(counted, shop)[0] ?? {};
    const { where: _, ...sent } = rollup ?? { where: undefined };
    const named = renameColumn(addRule(counted, [], many), 'Count of Track', 'Songs');
    const shown = toFile(named, shop, now).unigrid;
    expect(shown.entities[0]?.attributes.at(-1)).toEqual({ alias: 'Songs', selected: true, rollup: sent });
    expect(shown.where?.cond.entries).toEqual([
      { func: { name: 'GT', args: [{ alias: 'Songs' }, { value: '5' }] } },
    ]);
    const hidden = toFile(hideColumn(addRule(counted, [], many), 'Count of Track'), shop, now).unigrid;
    expect(hidden.entities[0]?.attributes.at(-1)).toEqual({
      alias: 'Count of Track',
      selected: false,
      rollup: sent,
    });
  });
});

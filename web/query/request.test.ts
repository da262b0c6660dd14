import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument } from './document.ts';
import { addField, addRoot, removeField } from './edits.ts';
import { toFile } from './file.ts';
import { addRule } from './filters/rules.ts';
import { setFilter } from './groups/counting.ts';
import { addMeasure, groupBy, setTotals } from './groups/grouping.ts';
import { attributesOf } from './paths.ts';
import { isRunnable, toUniGrid } from './request.ts';
import { keyAliases, toCode, toRows } from './rows.ts';
import { setSort } from './sorting.ts';

const now = new Date(2024, 1, 29);
const albums = addRoot(emptyDocument, shop, 'Album');

describe('the request of a query', () => {
  test('contains exactly the query when it is copied', () =>
    expect(toUniGrid(albums, now)).toEqual({ entities: albums.entities, order: [] }));
  test('of the grid includes the labels of related records', () => {
    const { query, extras } = toRows(albums, shop, now);
    const [alias] = extras.records.get('ArtistId')?.label ?? [];
    expect(query.entities[0]?.attributes.at(-1)).toEqual({
      entity: {
        id: 'Artist',
        relation: { attr_parent: 'ArtistId' },
        attributes: [{ id: 'Name', alias, selected: true }],
      },
    });
  });
  test('of the grid sorts groups of records by their labels, unless sorted otherwise', () => {
    const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    const { query, extras } = toRows(byArtist, shop, now);
    const [name = ''] = extras.records.get('ArtistId')?.label ?? [];
    const asc = (alias: string) => ({ alias, asc: true });
    expect(query.order).toEqual([asc(name), asc('ArtistId')]);
    expect(toCode(byArtist, shop, now).order).toEqual([asc('Artist.Name'), asc('ArtistId')]);
    const most = setSort(byArtist, 'count_AlbumId', false);
    expect(toRows(most, shop, now).query.order).toEqual([{ alias: 'count_AlbumId', asc: false }]);
    const byTitle = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'Title' });
    expect(toRows(byTitle, shop, now).query.order).toEqual([]);
  });
  test('of the grid includes the key of each record, selected or not', () => {
    const { query, extras } = toRows(removeField(albums, 'AlbumId'), shop, now);
    const [alias] = extras.keys.get('Album') ?? [];
    expect(query.entities[0]?.attributes.at(-1)).toEqual({ id: 'AlbumId', alias, selected: true });
  });
  test('of the grid includes the keys of joined records if requested', () => {
    const way = { root: 'Album', steps: [step('Album', 'Artist')] };
    const doc = addField(albums, shop, { ...way, attribute: 'Name' });
    const { query, extras } = toRows(doc, shop, now, { joinedKeys: true });
    const [alias = ''] = keyAliases(extras, way) ?? [];
    expect(JSON.stringify(query.entities)).toContain(`{"id":"ArtistId","alias":"${alias}","selected":true}`);
    expect(keyAliases(extras, { root: 'Album', steps: [] })).toEqual(['AlbumId']);
    const chosen = addField(doc, shop, { ...way, attribute: 'ArtistId' });
    const own = attributesOf(chosen, shop).find(
      ({ path }) => path.steps.length === 1 && path.attribute === 'ArtistId',
    );
    expect(keyAliases(toRows(chosen, shop, now, { joinedKeys: true }).extras, way)).toEqual([
      own?.attribute.alias,
    ]);
    expect(keyAliases(toRows(doc, shop, now).extras, way)).toBeUndefined();
  });
  test('of the grid groups by labels too, which keeps the groups the same', () => {
    const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    const { query, extras } = toRows(byArtist, shop, now);
    expect(query.group).toEqual(['ArtistId', ...(extras.records.get('ArtistId')?.label ?? [])]);
    expect(query.group).toHaveLength(2);
  });
  test('measures related records per row, with dates instead of periods', () => {
    const buyers = addRoot(emptyDocument, shop, 'Customer');
    const total = { root: 'Customer', steps: [step('Customer', 'Invoice (Buyer)')], attribute: 'Total' };
    const filter = {
      path: { ...total, attribute: 'InvoiceDate' },
      operator: 'BETWEEN_INC',
      values: [{ kind: 'literal', value: '@this 1 month' }],
      quantity: 'only',
    } as const;
    const doc = setFilter(addMeasure(buyers, shop, total, 'sum'), shop, filter, { write: (next) => next });
    expect(toRows(doc, shop, now).query.entities[0]?.attributes).toContainEqual({
      alias: 'Sum of Invoice (Buyer) › Total',
      selected: true,
      rollup: {
        entity: {
          id: 'Invoice',
          relation: { attr_parent: 'CustomerId', attr_child: 'BuyerId' },
          attributes: [
            { id: 'Total', alias: 'Invoice.Total', selected: true },
            { id: 'InvoiceDate', alias: 'Invoice.InvoiceDate', selected: false },
          ],
        },
        summary: 'sum',
        of: 'Invoice.Total',
        where: {
          cond: {
            with: 'AND',
            entries: [
              {
                cond: {
                  with: 'AND',
                  entries: [
                    {
                      func: {
                        name: 'GTE',
                        args: [{ alias: 'Invoice.InvoiceDate' }, { value: '2024-02-01' }],
                      },
                    },
                    {
                      func: { name: 'LT', args: [{ alias: 'Invoice.InvoiceDate' }, { value: '2024-03-01' }] },
                    },
                  ],
                },
              },
            ],
          },
        },
      },
    });
  });
  test('sends relative periods to the service if the query has its own time zone', () => {
    const buyers = addRoot(emptyDocument, shop, 'Customer');
    const total = { root: 'Customer', steps: [step('Customer', 'Invoice (Buyer)')], attribute: 'Total' };
    const filter = {
      path: { ...total, attribute: 'InvoiceDate' },
      operator: 'BETWEEN_INC',
      values: [{ kind: 'literal', value: '@this 1 month' }],
      quantity: 'both',
    } as const;
    const measured = setFilter(addMeasure(buyers, shop, total, 'sum'), shop, filter, {
      write: (next, rule) => addRule(next, [], rule),
    });
    const doc = { ...measured, timezone: 'Europe/Berlin' };
    for (const query of [toUniGrid(doc, now), toRows(doc, shop, now).query, toFile(doc, shop, now).unigrid]) {
      const sent = JSON.stringify(query);
      expect(sent.match(/"IN_PERIOD"/g)).toHaveLength(2);
      expect(sent).not.toContain('2024-02');
      expect(query.timezone).toBe('Europe/Berlin');
    }
  });
  test('of the grid sorts a foreign key by its label, then by the key', () => {
    const { query, extras } = toRows(setSort(albums, 'ArtistId', false), shop, now);
    expect(query.order).toEqual([
      { alias: extras.records.get('ArtistId')?.label[0], asc: false },
      { alias: 'ArtistId', asc: false },
    ]);
  });
  test('has the order of the grid when it is copied', () => {
    const { order, entities } = toCode(setSort(albums, 'ArtistId', false), shop, now);
    expect(order).toEqual([
      { alias: 'Artist.Name', asc: false },
      { alias: 'ArtistId', asc: false },
    ]);
    expect(JSON.stringify(entities)).toContain('{"id":"Name","alias":"Artist.Name","selected":false}');
    const byArtist = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
    expect(toCode(setSort(byArtist, 'ArtistId', true), shop, now).group).toEqual(['ArtistId', 'Artist.Name']);
    expect(toCode(setSort(albums, 'Title', true), shop, now)).toEqual(
      toUniGrid(setSort(albums, 'Title', true), now),
    );
  });
  test('of the grid requests totals separately', () => {
    const doc = setTotals(albums, 'AlbumId', ['sum']);
    expect(JSON.stringify(toUniGrid(doc, now))).toContain('"summaries":["sum"]');
    expect(JSON.stringify(toRows(doc, shop, now).query)).not.toContain('summaries');
  });
  test('contains dates instead of periods', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const args = [{ alias: 'InvoiceDate' }, { value: '@this 1 month' }, { value: '@this 1 month' }];
    const { where } = toUniGrid(addRule(invoices, [], { func: { name: 'BETWEEN_INC', args } }), now);
    expect(where?.cond.entries).toEqual([
      {
        cond: {
          with: 'AND',
          entries: [
            { func: { name: 'GTE', args: [{ alias: 'InvoiceDate' }, { value: '2024-02-01' }] } },
            { func: { name: 'LT', args: [{ alias: 'InvoiceDate' }, { value: '2024-03-01' }] } },
          ],
        },
      },
    ]);
  });
  test('is sent only with at least one field', () => {
    expect(isRunnable(emptyDocument)).toBe(false);
    expect(isRunnable(albums)).toBe(true);
  });
});

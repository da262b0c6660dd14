import { describe, expect, test } from 'vitest';
import { type Cell, LosslessNumber } from '../api/exact.ts';
import type { GridAnswer } from '../api/resources.ts';
import type { Entity } from '../model/model.ts';
import { shop } from '../model/shop.fixture.ts';
import { decode, encode } from '../query/codec/codec.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { imageType } from '../values/bytes.ts';
import { cellOf, recordName } from '../values/records.ts';
import { aroundQuery, readNeighbours } from './neighbours.ts';
import {
  identifyingColumns,
  pointersQuery,
  readPointers,
  referrersDocument,
  referrersOf,
} from './relatives.ts';

const now = new Date(2024, 0, 1);
const n = (value: number) => new LosslessNumber(String(value));

function entity(name: string): Entity {
  const found = shop.entities.get(name);
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}

function answer(cols: string[], ...data: Cell[][]): GridAnswer {
  return { cols, data, size: { offset: n(0), total: n(data.length), frame: n(data.length) } };
}

describe('the name of a record', () => {
  test('consists of its label columns', () => {
    expect(recordName(entity('Album'), { Title: 'Restless' }, ['7'])).toBe('Restless');
    expect(recordName(entity('Customer'), { FirstName: 'Ada', LastName: 'Byron' }, ['7'])).toBe('Ada Byron');
  });
  test('is the entity with the key if there is no label', () => {
    expect(recordName(entity('Album'), { Title: null }, ['7'])).toBe('Album 7');
    expect(recordName(entity('InvoiceLine'), { Quantity: n(1) }, ['7'])).toBe('Invoice Line 7');
    expect(recordName(entity('Album'), undefined, ['7'])).toBe('Album 7');
  });
});

test('a column named like a service property is read from its renamed property', () => {
  const record = { __url__: 'http://…', __url___: 'mine', __url____: 'other' };
  expect(['__url__', '__url___'].map((column) => cellOf(record, column))).toEqual(['mine', 'other']);
});

describe('the records that a record refers to', () => {
  const invoice = { InvoiceId: n(5), BuyerId: n(1), GiftedToId: n(2), Total: n(9) };

  test('are requested in one query for this record', () => {
    const query = pointersQuery(shop, entity('Invoice'), invoice, now);
    expect(query?.where?.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'InvoiceId' }, { value: '5' }] } },
    ]);
    const nested = query?.entities[0]?.attributes.flatMap((item) => ('entity' in item ? [item.entity] : []));
    expect(nested?.map(({ id, relation }) => [id, relation?.attr_parent])).toEqual([
      ['Customer', 'BuyerId'],
      ['Customer', 'GiftedToId'],
    ]);
  });

  test('have the names and keys of the answer, and no key if they are missing', () => {
    const cols = ['0 label FirstName', '0 label LastName', '0 key CustomerId', '1 key CustomerId'];
    const pointers = readPointers(
      shop,
      entity('Invoice'),
      invoice,
      answer(cols, ['Ada', 'Byron', n(1), null]),
    );
    expect(pointers.map(({ relation, name, key }) => [relation.label, name, key])).toEqual([
      ['Buyer', 'Ada Byron', ['1']],
      ['Gifted To', undefined, undefined],
    ]);
  });

  test('exclude null references', () =>
    expect(
      readPointers(shop, entity('Invoice'), { ...invoice, GiftedToId: null }, undefined).map(
        ({ relation, key }) => [relation.label, key],
      ),
    ).toEqual([['Buyer', ['1']]]));

  test('are not requested if there are no references', () =>
    expect(pointersQuery(shop, entity('Artist'), { ArtistId: n(1) }, now)).toBeUndefined());
});

describe('the records that refer to a record', () => {
  test('are a query that can be encoded in a link', () => {
    const [relation] = referrersOf(entity('Artist'));
    const doc = relation && referrersDocument(shop, relation, { ArtistId: n(3) });
    expect(doc?.entities[0]?.id).toBe('Album');
    expect(doc?.where.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'ArtistId' }, { value: '3' }] } },
    ]);
    expect(doc && decode(encode(doc))).toEqual(doc);
  });
  test('are separate for two foreign keys', () =>
    expect(referrersOf(entity('Customer')).map(({ label }) => label)).toEqual([
      'Invoice (Buyer)',
      'Invoice (Gifted To)',
    ]));
  test('have their labels first, without the reference back', () =>
    expect(identifyingColumns(entity('Track'), ['AlbumId']).map(({ name }) => name)).toEqual([
      'Name',
      'GenreId',
      'UnitPrice',
      'TrackId',
    ]));
  test('have their dates and amounts first if they have no label', () => {
    const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);
    const address = { ...(entity('Customer').columns[1] ?? expect.fail()), name: 'Address' };
    const invoice = entity('Invoice');
    const wide = { ...invoice, columns: [address, ...invoice.columns] };
    expect(names(identifyingColumns(wide, ['BuyerId']))).toEqual([
      'InvoiceId',
      'GiftedToId',
      'InvoiceDate',
      'Total',
      'Address',
    ]);
  });
});

describe('the neighbours of a record', () => {
  const code = encode(addRoot(emptyDocument, shop, 'Album'));
  const around = aroundQuery(shop, 'Album', { row: 4, code }, now);
  const rows = answer(
    ['AlbumId', 'Title', 'ArtistId'],
    [n(11), 'a', n(1)],
    [n(12), 'b', n(1)],
    [n(13), 'c', n(1)],
  );

  test('are the rows before and after it', () => {
    expect(around?.page).toEqual({ offset: 3, limit: 3, count: 'none' });
    expect(around && readNeighbours(around, rows, { row: 4, code }, ['12'])).toEqual({
      previous: { key: ['11'], row: 3 },
      next: { key: ['13'], row: 5 },
    });
  });
  test('of the first row are on one side only', () => {
    const first = aroundQuery(shop, 'Album', { row: 0, code }, now);
    expect(first?.page).toEqual({ offset: 0, limit: 2, count: 'none' });
    expect(first && readNeighbours(first, rows, { row: 0, code }, ['11'])).toEqual({
      previous: undefined,
      next: { key: ['12'], row: 1 },
    });
  });
  test('are unknown if the result has changed', () =>
    expect(around && readNeighbours(around, rows, { row: 4, code }, ['99'])).toBeUndefined());
  test('may be records behind a foreign key', () => {
    const artists = aroundQuery(shop, 'Artist', { row: 4, code }, now);
    expect(artists && readNeighbours(artists, rows, { row: 4, code }, ['1'])?.next).toEqual({
      key: ['1'],
      row: 5,
    });
  });
  test('are unknown without a result that contains the record', () => {
    expect(aroundQuery(shop, 'Weather', { row: 4, code }, now)).toBeUndefined();
    expect(aroundQuery(shop, 'Album', { row: 4, code: 'broken' }, now)).toBeUndefined();
  });
});

test.each([
  ['iVBORw0KGgoAAAANSUhEUg==', 'image/png'],
  ['/9j/4AAQSkZJRg==', 'image/jpeg'],
  ['R0lGODlhAQABAA==', 'image/gif'],
  ['UklGRhAAAABXRUJQVlA4IA==', 'image/webp'],
  ['PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+', undefined],
  ['', undefined],
])('%s has the image type %s', (base64, type) => expect(imageType(base64)).toBe(type));

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
import { pointersQuery, readPointers, referrersDocument, referrersOf, tellingColumns } from './relatives.ts';

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
  test('is what its label columns say', () => {
    expect(recordName(entity('Album'), { Title: 'Restless' }, ['7'])).toBe('Restless');
    expect(recordName(entity('Customer'), { FirstName: 'Ada', LastName: 'Byron' }, ['7'])).toBe('Ada Byron');
  });
  test('is entity and key where there is none, or none yet', () => {
    expect(recordName(entity('Album'), { Title: null }, ['7'])).toBe('Album 7');
    expect(recordName(entity('InvoiceLine'), { Quantity: n(1) }, ['7'])).toBe('Invoice Line 7');
    expect(recordName(entity('Album'), undefined, ['7'])).toBe('Album 7');
  });
});

test('columns with the names of service properties are found where the service puts them', () =>
  expect(cellOf({ __url__: 'http://…', __url___: 'mine' }, '__url__')).toBe('mine'));

describe('what a record points to', () => {
  const invoice = { InvoiceId: n(5), BuyerId: n(1), GiftedToId: n(2), Total: n(9) };

  test('is asked for in one query, for this record alone', () => {
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

  test('has the names and keys of the answer; a missing record has no key', () => {
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

  test('leaves out what is null', () =>
    expect(
      readPointers(shop, entity('Invoice'), { ...invoice, GiftedToId: null }, undefined).map(
        ({ relation, key }) => [relation.label, key],
      ),
    ).toEqual([['Buyer', ['1']]]));

  test('asks nothing where it points nowhere', () =>
    expect(pointersQuery(shop, entity('Artist'), { ArtistId: n(1) }, now)).toBeUndefined());
});

describe('what points at a record', () => {
  test('is a query of the workbench, and survives its address', () => {
    const [relation] = referrersOf(entity('Artist'));
    const doc = relation && referrersDocument(shop, relation, { ArtistId: n(3) });
    expect(doc?.entities[0]?.id).toBe('Album');
    expect(doc?.where.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'ArtistId' }, { value: '3' }] } },
    ]);
    expect(doc && decode(encode(doc))).toEqual(doc);
  });
  test('is told apart where two keys lead here', () =>
    expect(referrersOf(entity('Customer')).map(({ label }) => label)).toEqual([
      'Invoice (Buyer)',
      'Invoice (Gifted To)',
    ]));
  test('shows names first and not the way back', () =>
    expect(tellingColumns(entity('Track'), ['AlbumId']).map(({ name }) => name)).toEqual([
      'Name',
      'GenreId',
      'UnitPrice',
      'TrackId',
    ]));
  test('are when it was and how much, where a record has no name', () => {
    const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);
    const address = { ...(entity('Customer').columns[1] ?? expect.fail()), name: 'Address' };
    const invoice = entity('Invoice');
    const wide = { ...invoice, columns: [address, ...invoice.columns] };
    expect(names(tellingColumns(wide, ['BuyerId']))).toEqual([
      'InvoiceId',
      'GiftedToId',
      'InvoiceDate',
      'Total',
      'Address',
    ]);
  });
});

describe('neighbours', () => {
  const code = encode(addRoot(emptyDocument, shop, 'Album'));
  const around = aroundQuery(shop, 'Album', { row: 4, code }, now);
  const rows = answer(
    ['AlbumId', 'Title', 'ArtistId'],
    [n(11), 'a', n(1)],
    [n(12), 'b', n(1)],
    [n(13), 'c', n(1)],
  );

  test('are the rows before and after', () => {
    expect(around?.page).toEqual({ offset: 3, limit: 3, count: 'none' });
    expect(around && readNeighbours(around, rows, { row: 4, code }, ['12'])).toEqual({
      previous: { key: ['11'], row: 3 },
      next: { key: ['13'], row: 5 },
    });
  });
  test('of the first row lie on one side', () => {
    const first = aroundQuery(shop, 'Album', { row: 0, code }, now);
    expect(first?.page).toEqual({ offset: 0, limit: 2, count: 'none' });
    expect(first && readNeighbours(first, rows, { row: 0, code }, ['11'])).toEqual({
      previous: undefined,
      next: { key: ['12'], row: 1 },
    });
  });
  test('are unknown where the result has moved on', () =>
    expect(around && readNeighbours(around, rows, { row: 4, code }, ['99'])).toBeUndefined());
  test('can be records behind a foreign key', () => {
    const artists = aroundQuery(shop, 'Artist', { row: 4, code }, now);
    expect(artists && readNeighbours(artists, rows, { row: 4, code }, ['1'])?.next).toEqual({
      key: ['1'],
      row: 5,
    });
  });
  test('need a result that the record can come from', () => {
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
])('%s is %s', (base64, type) => expect(imageType(base64)).toBe(type));

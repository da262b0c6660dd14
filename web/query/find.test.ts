import { describe, expect, test } from 'vitest';
import { shop } from '../model/shop.fixture.ts';
import { emptyDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { findFields, findMany } from './find.ts';
import { connectedTo, joinPathsBetween } from './joinPaths.ts';

const tracks = addRoot(emptyDocument, shop, 'Track');
const found = (search: string) => findFields(tracks, shop, search).map(({ words }) => words.join(' › '));

describe('the search for fields', () => {
  test('follows relations to one record', () => expect(found('art name')[0]).toBe('Album › Artist › Name'));
  test('lists the nearest fields first', () =>
    expect(found('name').slice(0, 2)).toEqual(['Name', 'Genre › Name']));
  test('finds original column names too', () => expect(found('unitprice')[0]).toBe('Unit Price'));
  test('follows relations to many records', () => {
    const hit = findFields(tracks, shop, 'quantity')[0];
    expect(hit?.words).toEqual(['Invoice Line', 'Quantity']);
    expect(hit?.many).toBe(true);
  });
  test('does not return along the same relation', () =>
    expect(found('track name').some((way) => way.startsWith('Album › Track'))).toBe(false));
  test('names the root entity if there are several', () => {
    const both = addRoot(tracks, shop, 'Genre');
    const words = findFields(both, shop, 'name').map((found) => found.words.join(' › '));
    expect(words.slice(0, 2)).toEqual(['Track › Name', 'Genre › Name']);
  });
  test('follows relations from many records to one', () => {
    const customers = addRoot(emptyDocument, shop, 'Customer');
    expect(findFields(customers, shop, 'track name')[0]?.words).toEqual([
      'Invoice (Buyer)',
      'Invoice Line',
      'Track',
      'Name',
    ]);
  });
  test('returns to the same entity only with toKin', () => {
    const kin = findFields(tracks, shop, 'track name', { includeSiblings: true });
    expect(kin.map(({ words }) => words.join(' › '))).toContain('Album › Track › Name');
  });
  test('finds the label of a record by the name of its entity, after fields of that name', () => {
    const names = (search: string) =>
      findFields(tracks, shop, search, { matchRecordNames: true }).map(({ words }) => words.join(' › '));
    expect(names('artist')).toContain('Album › Artist › Name');
    expect(names('genre').slice(0, 3)).toEqual(['Genre ID', 'Genre › Genre ID', 'Genre › Name']);
    expect(names('invoice line')).toContain('Invoice Line › Invoice Line ID');
    expect(names('album')).not.toContain('Name');
    expect(found('artist')).not.toContain('Album › Artist › Name');
  });
  test('finds nothing for an empty search', () => expect(found(' ')).toEqual([]));
});

test('the number of related records is found by its relation, the nearest first', () => {
  const customers = addRoot(emptyDocument, shop, 'Customer');
  const many = (search: string) => findMany(customers, shop, search).map(({ words }) => words.join(' › '));
  expect(many('')).toEqual(['Invoice (Buyer)', 'Invoice (Gifted To)']);
  expect(many('buyer line')).toEqual(['Invoice (Buyer) › Invoice Line']);
  expect(many('date')).toEqual([]);
});

describe('the path from one entity to another', () => {
  const ways = (from: string, to: string) =>
    joinPathsBetween(shop, from, to).map(({ relations }) => relations.map(({ label }) => label).join(' › '));
  test('is the shortest', () => expect(ways('InvoiceLine', 'Artist')).toEqual(['Track › Album › Artist']));
  test('lists each relation that leads there', () =>
    expect(ways('Invoice', 'Customer')).toEqual(['Buyer', 'Gifted To']));
  test('does not exist for an isolated table', () => {
    expect(ways('Album', 'Weather')).toEqual([]);
    const connected = connectedTo(shop, 'Album');
    expect(connected.has('Weather')).toBe(false);
    expect(connected.has('Employee')).toBe(true);
    expect(connected.has('Album')).toBe(false);
    expect(connectedTo(shop, 'Employee').has('Employee')).toBe(true);
  });
});

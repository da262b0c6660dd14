import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { emptyDocument } from '../document.ts';
import { addField, addRoot } from '../edits.ts';
import {
  addOrMissing,
  excludesMissing,
  type Filter,
  hasManyValues,
  readFilter,
  writeFilter,
} from './filters.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const title = { root: 'Album', steps: [], attribute: 'Title' };
const artistName = { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' };
const trackName = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' };
const genreName = {
  root: 'Album',
  steps: [step('Album', 'Track'), step('Track', 'Genre')],
  attribute: 'Name',
};

const filters: readonly Filter[] = [
  { path: title, operator: 'ICONTAINS', values: [{ kind: 'literal', value: 'rest' }], quantity: undefined },
  { path: title, operator: 'IS_NULL', values: [], quantity: undefined },
  { path: title, operator: 'IN', values: [{ kind: 'list', values: ['a', 'b'] }], quantity: undefined },
  {
    path: title,
    operator: 'BETWEEN_INC',
    values: [{ kind: 'open' }, { kind: 'literal', value: 'm' }],
    quantity: undefined,
  },
  { path: title, operator: 'EQ', values: [{ kind: 'field', path: artistName }], quantity: undefined },
  { path: trackName, operator: 'ICONTAINS', values: [{ kind: 'literal', value: 'x' }], quantity: 'some' },
  { path: genreName, operator: 'EQ', values: [{ kind: 'literal', value: 'Rock' }], quantity: 'none' },
];

test.each(filters)('%j is written and read back', (filter) => {
  const written = writeFilter(albums, shop, filter);
  expect(written && readFilter(written.doc, shop, written.rule)).toEqual(filter);
});

describe('a filter on a field behind a one2many relation', () => {
  test('tests for existence', () => {
    expect(hasManyValues(albums, shop, trackName)).toBe(true);
    expect(hasManyValues(albums, shop, genreName)).toBe(true);
    expect(hasManyValues(albums, shop, artistName)).toBe(false);
  });
  test('compares each row if the related rows are shown', () =>
    expect(hasManyValues(addField(albums, shop, trackName), shop, trackName)).toBe(false));
});

test('two filters for existence have different aliases', () => {
  const [, , , , , filter] = filters;
  if (!filter) throw new Error();
  const first = writeFilter(albums, shop, filter);
  const doc = first && { ...first.doc, where: { cond: { with: 'AND' as const, entries: [first.rule] } } };
  const second = doc && writeFilter(doc, shop, filter);
  expect(JSON.stringify(second?.rule)).toContain('Name of Track 2');
});

describe('a negated filter', () => {
  const city = { path: title, operator: 'NOT_EQ', values: [{ kind: 'literal', value: 'x' }] } as const;
  const other = { kind: 'field', path: artistName } as const;
  test('is marked if it excludes rows without a value', () => {
    const may = { nullable: true };
    const own = { ...city, quantity: undefined };
    expect(excludesMissing(may, own)).toBe(true);
    expect(excludesMissing({ nullable: false }, own)).toBe(false);
    // The other record may be missing altogether.
    expect(excludesMissing({ nullable: false }, { ...own, path: artistName })).toBe(true);
    expect(excludesMissing(may, { ...own, operator: 'EQ' })).toBe(false);
    expect(excludesMissing(may, { ...own, operator: 'NOT_IS_NULL', values: [] })).toBe(false);
    expect(excludesMissing(may, { ...own, values: [other] })).toBe(false);
    expect(excludesMissing(may, { ...city, path: trackName, quantity: 'some' })).toBe(false);
  });

  test('may be joined with a test for no value', () =>
    expect(addOrMissing(albums, shop, { ...city, quantity: undefined }, []).where.cond.entries).toEqual([
      {
        cond: {
          with: 'OR',
          entries: [
            { func: { name: 'NOT_EQ', args: [{ alias: 'Title' }, { value: 'x' }] } },
            { func: { name: 'IS_NULL', args: [{ alias: 'Title' }] } },
          ],
        },
      },
    ]));
});

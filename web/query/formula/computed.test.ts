import { expect, test } from 'vitest';
import { shop } from '../../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { groupBy } from '../groups/grouping.ts';
import { attributesOf } from '../paths.ts';
import { toUniGrid } from '../request.ts';
import {
  deleteComputed,
  fieldFinder,
  formulaFields,
  previewOf,
  setComputed,
  usesGroups,
} from './computed.ts';
import { parseFormula } from './formula.ts';

const lines = addRoot(emptyDocument, shop, 'InvoiceLine');
const labels = [...formulaFields(lines, shop).keys()];

test('a formula may use fields along any number of references, nearest first, but none of many records', () => {
  expect(labels).toContain('Invoice › Buyer › Last Name');
  expect(labels).toContain('Track › Album › Artist › Name');
  expect(labels.indexOf('Quantity')).toBeLessThan(labels.indexOf('Track › Name'));
  expect(labels.indexOf('Track › Name')).toBeLessThan(labels.indexOf('Track › Album › Title'));
  expect([...formulaFields(addRoot(emptyDocument, shop, 'Invoice'), shop).keys()]).not.toContain(
    'Invoice Line › Quantity',
  );
  const expr = { fn: 'UPPER', args: [{ alias: 'Track › Album › Artist › Name' }] };
  const made = setComputed(lines, shop, 'InvoiceLine', { name: 'Artist', expr });
  const added = attributesOf(made, shop).find(({ attribute }) => attribute.alias === 'Artist')?.attribute
    .expr;
  expect(added).toEqual({ fn: 'UPPER', args: [{ alias: 'Track.Album.Artist.Name' }] });
});

test.each([
  ['Quantity', 'Quantity'],
  ['quantity', 'Quantity'],
  ['TrackId', 'Track ID'],
  ['track.album.title', 'Track › Album › Title'],
  ['Track›Name', 'Track › Name'],
  ['Nothing', undefined],
])('%s refers to the field %s', (written, label) => expect(fieldFinder(labels)(written)).toBe(label));

test('an ambiguous name refers to no field unless it is written exactly as shown', () => {
  const find = fieldFinder(['Unit Price', 'Unit › Price']);
  expect(find('unit price')).toBeUndefined();
  expect(find('Unit › Price')).toBe('Unit › Price');
});

test('the preview of a formula works with a second root entity', () => {
  const both = addRoot(lines, shop, 'Weather');
  const label = [...formulaFields(both, shop).keys()].find((one) => one.endsWith('Quantity')) ?? '';
  const preview = previewOf(both, shop, 'InvoiceLine', { fn: 'NEG', args: [{ alias: label }] });
  expect(JSON.stringify(toUniGrid(preview, new Date(0)).entities)).toContain('"args":[{"alias":"Quantity"}]');
});

test('an expression within a condition becomes a hidden field, and is removed with the formula', () => {
  const read = (text: string) => {
    const parsed = parseFormula(text, { aliasOf: fieldFinder(labels) });
    if (!('expr' in parsed)) throw new Error(JSON.stringify(parsed));
    return parsed;
  };
  const set = (doc: QueryDocument, name: string, text: string, replaces?: string) =>
    setComputed(doc, shop, 'InvoiceLine', { name, ...read(text), replaces });
  const hidden = (doc: QueryDocument) =>
    attributesOf(doc, shop).flatMap(({ attribute: { alias, expr, selected } }) =>
      expr && alias.startsWith('= ') ? [[alias, selected]] : [],
    );
  const long = "WHEN LENGTH([Track › Name]) > 9 THEN 'long' ELSE 'short'";
  const one = set(lines, 'Kind', long);
  expect(hidden(one)).toEqual([['= LENGTH([Track › Name])', false]]);
  // In a request a condition refers to a field.
  expect(JSON.stringify(toUniGrid(one, new Date(0)))).toContain(
    '{"alias":"= LENGTH([Track › Name])"},{"value":9}',
  );
  // Lists of fields do not offer it, and a second formula reuses it.
  expect([...formulaFields(one, shop).keys()].filter((label) => label.includes('LENGTH'))).toEqual([]);
  const two = set(one, 'Again', long);
  expect(hidden(two)).toHaveLength(1);
  expect(hidden(deleteComputed(two, 'Kind'))).toHaveLength(1);
  expect(hidden(deleteComputed(one, 'Kind'))).toEqual([]);
  expect(hidden(set(one, 'Kind', '1 + 1', 'Kind'))).toEqual([]);
  // Nested computations are available to the outer one.
  const inner = set(lines, 'Kind', 'WHEN ABS(IF([Quantity] * 2 > 4, 1, -1)) > 0 THEN 1');
  expect(hidden(inner)).toHaveLength(2);
  const { expr, asides } = read(long);
  expect(JSON.stringify(previewOf(lines, shop, 'InvoiceLine', expr, asides))).toContain('"LENGTH"');
});

test('formulas of groups cannot compute within conditions', () => {
  const asides = new Map([
    ['= ABS([Count of Invoice Line])', { fn: 'ABS', args: [{ alias: 'Count of Invoice Line' }] }],
  ]);
  const grouped = groupBy(lines, shop, { root: 'InvoiceLine', steps: [], attribute: 'TrackId' });
  expect(usesGroups(grouped, shop, asides)).toBe(true);
  expect(usesGroups(lines, shop, asides)).toBe(false);
});

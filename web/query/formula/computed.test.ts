import { expect, test } from 'vitest';
import { shop } from '../../model/shop.fixture.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { attributesOf } from '../paths.ts';
import { toUniGrid } from '../request.ts';
import { fieldFinder, formulaFields, previewOf, setComputed } from './computed.ts';

const lines = addRoot(emptyDocument, shop, 'InvoiceLine');
const labels = [...formulaFields(lines, shop).keys()];

test('a formula may name fields however many references lie between, nearest first, but none of many records', () => {
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
])('%s is the field %s', (written, label) => expect(fieldFinder(labels)(written)).toBe(label));

test('a name that may be several fields is none of them, unless it is written as it is shown', () => {
  const find = fieldFinder(['Unit Price', 'Unit › Price']);
  expect(find('unit price')).toBeUndefined();
  expect(find('Unit › Price')).toBe('Unit › Price');
});

test('the first values of a formula are had beside another root, too', () => {
  const both = addRoot(lines, shop, 'Weather');
  const label = [...formulaFields(both, shop).keys()].find((one) => one.endsWith('Quantity')) ?? '';
  const preview = previewOf(both, shop, 'InvoiceLine', { fn: 'NEG', args: [{ alias: label }] });
  expect(JSON.stringify(toUniGrid(preview, new Date(0)).entities)).toContain('"args":[{"alias":"Quantity"}]');
});

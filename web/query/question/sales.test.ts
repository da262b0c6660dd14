import { describe, expect, test } from 'vitest';
import { shop } from '../../model/shop.fixture.ts';
import { decode, encode } from '../codec/codec.ts';
import { emptyDocument } from '../document.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

/** The readings without the shown fields, and the words that were not understood. */
function taken(text: string, isText: (word: string) => boolean = () => false) {
  const asked = interpretQuestion(shop, text, isText);
  const readings = asked?.readings.map((doc) => {
    const said = sentenceText(sentence({ doc, model: shop, operators: new Map() }));
    return said.replace(/ with .*?, (where|counting|the top|the bottom)/, ': $1');
  });
  return { first: readings?.[0] ?? '', unknown: asked?.unknown ?? [] };
}

describe('sales in a question', () => {
  test.each([
    ['best selling artists', 'Artist: the top 10 by Sum of Album › Track › Invoice Line › Quantity.'],
    ['top 5 best-selling albums', 'Album: the top 5 by Sum of Track › Invoice Line › Quantity.'],
    ['most sold tracks', 'Track: the top 10 by Sum of Invoice Line › Quantity.'],
    ['worst selling tracks', 'Track: the bottom 10 by Sum of Invoice Line › Quantity (empty ones first).'],
  ])('%s are ranked by quantity sold', (words, said) =>
    expect(taken(words)).toEqual({ first: said, unknown: [] }),
  );

  test('are kept in the link, including records without sales', () => {
    const doc = interpretQuestion(shop, 'worst selling tracks')?.readings[0] ?? emptyDocument;
    expect(decode(encode(doc))).toEqual(doc);
  });
});

describe('an unknown ranking or measure', () => {
  test.each([
    ['best selling employees', ['best', 'selling']],
    ['best rated albums', ['best', 'rated']],
    ['top 5 loyal artists', ['top 5', 'loyal']],
    ['top artists by fame', ['top', 'fame']],
  ])('is not replaced by another ranking: %s', (words, unknown) => {
    const { first, unknown: told } = taken(words);
    expect(first).not.toContain('the top');
    expect(told).toEqual(unknown);
  });

  test('is not replaced by another average', () => {
    expect(taken('average happiness per genre')).toEqual({
      first: expect.not.stringContaining('Average'),
      unknown: ['average', 'happiness'],
    });
    expect(taken('average number of tracks per album')).toEqual({
      first: 'Count of Track by Album.',
      unknown: ['average'],
    });
    // “age” occurs inside other words, but is not a text to search for.
    expect(taken('average age of customers', () => true).unknown).toEqual(['average', 'age']);
    expect(taken('median total per buyer')).toEqual({
      first: expect.not.stringContaining('Sum of Total'),
      unknown: ['median total'],
    });
  });
});

test('the largest of each group is one record for a singular noun', () => {
  expect(taken('largest invoice of each buyer').first).toContain('the top 1 by Total for each');
  expect(taken('largest invoices of each buyer').first).toContain('the top 10 by Total for each');
});

test('a top may be requested for groups', () =>
  expect(taken('top 3 buyers by revenue').first).toMatch(
    /by Buyer from Invoice, the top 3 by Sum of Total\.$/,
  ));

test('a date is grouped by the unit after its name', () =>
  expect(taken('invoices by invoice date year').first).toBe('Count of Invoice by Invoice Date (year).'));

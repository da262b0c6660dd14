// Questions that keys, units of time and periods answer with certainty; uncertain readings are not used.
import { describe, expect, test } from 'vitest';
import { buildModel, type Model } from '../../model/model.ts';
import { shop, table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

function taken(text: string, model: Model = shop) {
  const asked = interpretQuestion(model, text, () => false);
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model, operators: new Map() }));
  return { said: said?.replace(/^.*? (where|the top|by) /, '$1 '), unknown: asked?.unknown ?? [] };
}

describe('a number as the key of a record', () => {
  test.each([
    ['tracks of album 12', 'where Album ID EQ 12.'],
    ['invoice lines of invoice 3', 'where Invoice ID EQ 3.'],
    ['customers of employee 2', 'where Support Rep ID EQ 2.'],
    ['invoices of buyer 5', 'where Buyer ID EQ 5.'],
    ['albums by artist 3', 'where Artist ID EQ 3.'],
    ['latest invoices of buyer 5', 'where Buyer ID EQ 5, the top 10 by Invoice Date.'],
    ['track 7 unit price', 'where Track ID EQ 7, with the Sum of Unit Price of all rows.'],
  ])('%s is understood', (words, said) => expect(taken(words)).toEqual({ said, unknown: [] }));

  test.each([
    // Two foreign keys lead to customers: the buyer, and the recipient.
    ['invoices of customer 5', ['customer', '5']],
    // It could also be a year.
    ['invoices of buyer 2024', ['buyer']],
    ['tracks of album x', ['album', 'x']],
  ])('%s is not treated as a key', (words, unknown) => {
    const { said, unknown: told } = taken(words);
    expect(said).not.toMatch(/EQ/);
    expect(told).toEqual(unknown);
  });
});

test('a measure for one record is restricted to that record', () => {
  const asked = interpretQuestion(shop, 'average total of invoice 5 per year', () => true);
  expect(asked?.texts).toEqual([]);
  const [doc] = asked?.readings ?? [];
  expect(doc && sentenceText(sentence({ doc, model: shop, operators: new Map() }))).toContain(
    'Invoice ID EQ 5',
  );
  // By itself it could also be part of a name.
  expect(interpretQuestion(shop, 'invoice 5', () => true)?.texts).toEqual(['5']);
});

test('the average of records per record is reported as not understood, unlike that of a quantity', () => {
  expect(taken('average tracks per album')).toEqual({ said: 'by Album.', unknown: ['average'] });
  expect(taken('average invoice per buyer')).toEqual({ said: 'by Buyer from Invoice.', unknown: [] });
});

describe('a duration with a unit', () => {
  const media = buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: {
      Song: table({ SongId: 'integer', Name: 'string', Milliseconds: 'integer' }, ['SongId']),
      Talk: table({ TalkId: 'integer', Name: 'string', DurationHours: 'numeric' }, ['TalkId']),
      Film: table({ FilmId: 'integer', Name: 'string', Length: 'integer' }, ['FilmId']),
    },
  });

  test.each([
    ['songs longer than 5 minutes', 'where Milliseconds GT 300,000.'],
    ['songs shorter than 90 seconds', 'where Milliseconds LT 90,000.'],
    ['songs over 3.5 min', 'where Milliseconds GT 210,000.'],
    ['songs under half', undefined],
    ['songs between 2 and 3 minutes', 'where Milliseconds BETWEEN_INC 120,000 and 180,000.'],
    ['songs of at least one hour', 'where Milliseconds GTE 3,600,000.'],
    ['talks longer than 2 hours', 'where Duration Hours GT 2.'],
  ])('%s is converted, or reported as not understood', (words, said) => {
    const asked = taken(words, media);
    if (said === undefined) expect(asked.unknown).not.toEqual([]);
    else expect(asked).toEqual({ said, unknown: [] });
  });

  test.each([
    // It is not a whole number of hours.
    ['talks longer than 45 minutes', /GT/],
    ['songs longer than 5 feet', /GT/],
    ['songs longer than 5', /GT/],
  ])('%s is not compared with another number', (words, condition) => {
    const { said, unknown } = taken(words, media);
    expect(said).not.toMatch(condition);
    expect(unknown).toContain('longer');
  });

  test('a unit that a field does not have is reported as not understood', () =>
    expect(taken('films longer than 2 hours', media).unknown).toEqual(['hours']));
});

describe('the best periods', () => {
  test.each([
    ['best month', 'by Invoice Date (month) from Invoice, the top 1 by Sum of Total.'],
    ['best month by revenue', 'by Invoice Date (month) from Invoice, the top 1 by Sum of Total.'],
    ['top 3 months by revenue', 'by Invoice Date (month) from Invoice, the top 3 by Sum of Total.'],
    ['best weekday', 'by Invoice Date (day of the week) from Invoice, the top 1 by Sum of Total.'],
    ['worst year for sales', 'by Invoice Date (year) from Invoice, the bottom 1 by Sum of Total.'],
  ])('%s is understood', (words, said) => expect(taken(words)).toEqual({ said, unknown: [] }));

  test.each([
    [
      'top 3 buyers per year by revenue',
      'by Buyer and Invoice Date (year) from Invoice, the top 3 by Sum of Total for each Invoice Date (year).',
    ],
    [
      'best month of each year',
      'by Invoice Date (month) and Invoice Date (year) from Invoice, the top 1 by Sum of Total for each Invoice Date (year).',
    ],
  ])('%s are the top of each group', (words, said) => expect(taken(words)).toEqual({ said, unknown: [] }));
});

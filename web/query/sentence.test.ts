import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addField, addRoot, ensureAttribute, removeField } from './edits.ts';
import { toOperators } from './filters/operators.ts';
import { addRule, setCombinator, wrapRule } from './filters/rules.ts';
import type { NamesOf } from './filters/ruleWords.ts';
import { setFilter } from './groups/counting.ts';
import { addMeasure, addOver, groupBy } from './groups/grouping.ts';
import { rollupsOf } from './groups/rollups.ts';
import { sentence, sentenceText } from './sentence.ts';
import { setSort } from './sorting.ts';

const operators = toOperators([
  {
    name: 'ICONTAINS',
    phrase: 'contains',
    phrases: {},
    args: ['operand', 'operand'],
    types: ['string'],
    negation: 'NOT_ICONTAINS',
  },
  {
    name: 'IS_NULL',
    phrase: 'has no value',
    phrases: {},
    args: ['attribute'],
    types: ['string'],
    negation: 'NOT_IS_NULL',
  },
  {
    name: 'IN',
    phrase: 'is one of',
    phrases: {},
    args: ['operand', 'list'],
    types: ['string'],
    negation: 'NOT_IN',
  },
  {
    name: 'BETWEEN_INC',
    phrase: 'is between',
    phrases: {},
    args: ['operand', 'operand-or-open', 'operand-or-open'],
    types: ['datetime'],
    negation: null,
  },
  {
    name: 'LT',
    phrase: 'is less than',
    phrases: { datetime: 'is before' },
    args: ['operand', 'operand'],
    types: ['integer', 'datetime'],
    negation: null,
  },
]);
const say = (doc: QueryDocument) => sentenceText(sentence({ doc, model: shop, operators }));

const titles = ['AlbumId', 'ArtistId'].reduce(removeField, addRoot(emptyDocument, shop, 'Album'));
const named = addField(titles, shop, { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' });
const contains = (alias: string, value: string) => ({
  func: { name: 'ICONTAINS', args: [{ alias }, { value }] },
});

describe('the sentence of a query', () => {
  test('names the entity and its fields', () =>
    expect(say(named)).toBe('Album with Title and Artist › Name.'));
  test('describes filters and order', () =>
    expect(say(setSort(addRule(named, [], contains('Title', 'rest')), 'Title', false))).toBe(
      'Album with Title and Artist › Name, where Title contains “rest”, sorted by Title descending.',
    ));
  test('describes groups of rules', () => {
    const either = addRule(
      wrapRule(addRule(titles, [], contains('Title', 'a')), [0], 'OR'),
      [0],
      contains('Title', 'b'),
    );
    expect(say(either)).toBe('Album with Title, where (Title contains “a” or Title contains “b”).');
    expect(say(setCombinator(either, [0], 'NONE'))).toBe(
      'Album with Title, where none of (Title contains “a” or Title contains “b”).',
    );
    expect(say(setCombinator(either, [0], 'NOT'))).toBe(
      'Album with Title, where none of (Title contains “a” or Title contains “b”), each with a value.',
    );
  });
  test('describes windows over groups among the measures', () => {
    const genres = { root: 'Track', steps: [], attribute: 'GenreId' };
    const grouped = groupBy(addRoot(emptyDocument, shop, 'Track'), shop, genres);
    const { doc } = addOver(grouped, shop, { fn: 'share', of: 'count_TrackId' }, 'Share of Count of Track');
    expect(say(doc)).toBe('Count of Track and Share of Count of Track by Genre from Track.');
  });
  test('describes measures and groups', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    expect(say(addMeasure(titles, shop, tracks, 'count'))).toBe('Album with Count of Track and Title.');
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const byBuyer = groupBy(invoices, shop, { root: 'Invoice', steps: [], attribute: 'BuyerId' });
    expect(say(byBuyer)).toBe('Count of Invoice by Buyer.');
    const total = { root: 'Invoice', steps: [], attribute: 'Total' };
    expect(say(addMeasure(byBuyer, shop, total, 'sum'))).toBe(
      'Count of Invoice and Sum of Total by Buyer from Invoice.',
    );
    const counted = addMeasure(titles, shop, tracks, 'count');
    const byCount = { root: 'Album', steps: [], attribute: rollupsOf(counted, shop)[0]?.attribute.id ?? '' };
    expect(say(groupBy(counted, shop, byCount))).toBe('Count of Album by Count of Track.');
  });
  test('describes filters on measured records', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const filter = {
      path: { ...tracks, attribute: 'Name' },
      operator: 'ICONTAINS',
      values: [{ kind: 'literal', value: 'love' }],
      quantity: 'only',
    } as const;
    const counted = addMeasure(titles, shop, tracks, 'count');
    const only = setFilter(counted, shop, filter, { write: (next) => next });
    expect(say(only)).toBe(
      'Album with Count of Track and Title, counting only those whose Track › Name contains “love”.',
    );
    const both = setFilter(
      counted,
      shop,
      { ...filter, quantity: 'both' },
      { write: (next, rule) => addRule(next, [], rule) },
    );
    expect(say(both)).toBe(
      'Album with Count of Track and Title, where there is at least one Track whose Name contains “love”, counting only these.',
    );
    const sum = addMeasure(only, shop, { ...tracks, attribute: 'UnitPrice' }, 'sum');
    expect(say(sum)).toBe(
      'Album with Count of Track, Sum of Track › Unit Price and Title, Count of Track only of those whose Track › Name contains “love”.',
    );
  });
  test('describes periods in words', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const { doc, alias } = ensureAttribute(invoices, shop, {
      root: 'Invoice',
      steps: [],
      attribute: 'InvoiceDate',
    });
    const lately = addRule(doc, [], {
      func: { name: 'BETWEEN_INC', args: [{ alias }, { value: '@last 30 day' }, { value: '@last 30 day' }] },
    });
    expect(say(lately)).toContain('where Invoice Date is in the last 30 days.');
    const saying = (name: string, token: string) =>
      say(addRule(doc, [], { func: { name, args: [{ alias }, { value: token }, { value: token }] } }));
    expect(saying('NOT_BETWEEN_INC', '@this 1 year')).toContain('where Invoice Date is not in this year.');
    expect(saying('NOT_BETWEEN_INC', '@day 2024-02-29')).toContain('Date is not on Feb 29, 2024.');
    expect(saying('BETWEEN_INC', '@this 3 month now')).toContain(
      'Date is in this month and the next 2 months up to now.',
    );
  });
  test('formats numbers and dates, but not keys and texts', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const oneOf = (alias: string, value: readonly string[]) =>
      say(addRule(invoices, [], { func: { name: 'IN', args: [{ alias }, { value }] } }));
    expect(oneOf('Total', ['1234.50', 'lots'])).toContain('Total is one of 1,234.50 or “lots”.');
    expect(oneOf('InvoiceId', ['12345'])).toContain('Invoice ID is one of 12345.');
    // A timestamp equals a date only at midnight.
    expect(oneOf('InvoiceDate', ['2024-02-29', 'soon'])).toMatch(
      /is one of Feb 29, 2024, 12:00.AM or “soon”\.$/,
    );
  });
  test('adds the names of records to their keys', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const names = new Map([['7', 'Ada Lovelace']]);
    const namesOf: NamesOf = (_, keys) => keys.map((key) => names.get(key));
    const filtered = (alias: string, value: readonly string[]) => {
      const doc = addRule(invoices, [], { func: { name: 'IN', args: [{ alias }, { value }] } });
      return sentenceText(sentence({ doc, model: shop, operators, namesOf }));
    };
    expect(filtered('BuyerId', ['7', '8'])).toMatch(/Buyer ID is one of 7 \(Ada Lovelace\) or 8\.$/);
    // Keys of another kind of record do not get names.
    expect(filtered('InvoiceId', ['7'])).toMatch(/Invoice ID is one of 7\.$/);
  });

  test('uses words that fit the type of a field', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const less = (alias: string, value: string) =>
      say(addRule(invoices, [], { func: { name: 'LT', args: [{ alias }, { value }] } }));
    expect(less('InvoiceDate', '2024-02-29')).toContain('where Invoice Date is before Feb 29, 2024.');
    expect(less('InvoiceId', '7')).toContain('where Invoice ID is less than 7.');
  });
  test('describes related records', () => {
    const exists = addRule(titles, [], {
      func: {
        name: 'EXISTS',
        args: [
          {
            of: 'Album',
            entity: {
              id: 'Track',
              relation: { attr_parent: 'AlbumId' },
              attributes: [{ id: 'Name', alias: 'n', selected: false }],
            },
            where: { cond: { with: 'AND', entries: [contains('n', 'love')] } },
          },
        ],
      },
    });
    expect(say(exists)).toBe(
      'Album with Title, where there is at least one Track whose Name contains “love”.',
    );
  });
  test('asks for an entity if the query is empty', () =>
    expect(say(emptyDocument)).toBe('Choose an entity to begin.'));
});

test('describes the position of nulls and the time zone', () => {
  const root = addRoot(emptyDocument, shop, 'Album');
  const doc: QueryDocument = {
    ...root,
    order: [
      { alias: 'Title', asc: true, nulls: 'first' },
      { alias: 'AlbumId', asc: false, nulls: 'last' },
    ],
    timezone: 'Europe/Berlin',
  };
  const end = say(doc).slice(say(doc).indexOf('sorted'));
  expect(end).toBe(
    'sorted by Title (empty ones first) then Album ID descending (empty ones last), in the time zone Europe/Berlin.',
  );
});

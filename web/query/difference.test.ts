import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { difference } from './difference.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addField, addRoot, removeField } from './edits.ts';
import { toOperators } from './filters/operators.ts';
import { addRule, setCombinator } from './filters/rules.ts';
import { addMeasure, groupBy } from './groups/grouping.ts';
import { setTop } from './groups/shownGroups.ts';
import { makeParameter, offerParameters } from './parameters.ts';
import { sentenceText } from './sentence.ts';
import { setSort } from './sorting.ts';
import { hideColumn, renameColumn, setChart } from './view.ts';

const operators = toOperators([
  {
    name: 'ICONTAINS',
    phrase: 'contains',
    phrases: {},
    args: ['operand', 'operand'],
    types: ['string'],
    negation: null,
  },
]);
const changes = (before: QueryDocument, after: QueryDocument) =>
  difference({ doc: before, model: shop, operators }, { doc: after, model: shop, operators }).map(
    sentenceText,
  );

const albums = addRoot(emptyDocument, shop, 'Album');
const contains = (value: string, alias = 'Title') => ({
  func: { name: 'ICONTAINS', args: [{ alias }, { value }] },
});
const rest = addRule(albums, [], contains('rest'));
const artist = { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' };
const own = (attribute: string) => ({ root: 'Album', steps: [], attribute });

describe('the difference between two queries', () => {
  test('is empty for the same query', () => expect(changes(rest, rest)).toEqual([]));

  test.each<[string, QueryDocument, QueryDocument, readonly string[]]>([
    ['an added field', albums, addField(albums, shop, artist), ['Field added: Artist › Name']],
    ['a removed field', albums, removeField(albums, 'Title'), ['Field removed: Title']],
    [
      'a changed name',
      albums,
      renameColumn(albums, 'Title', 'Record'),
      ['Field renamed: Record (before: Title)'],
    ],
    ['a hidden field', albums, hideColumn(albums, 'Title'), ['Field hidden: Title']],
    ['an added filter', albums, rest, ['Filter added: Title contains “rest”']],
    ['a removed filter', rest, albums, ['Filter removed: Title contains “rest”']],
    [
      'a changed value',
      rest,
      addRule(albums, [], contains('best')),
      ['Filter changed: Title contains “best” (before: Title contains “rest”)'],
    ],
    [
      'two filters for one',
      rest,
      addRule(addRule(albums, [], contains('a')), [], contains('b')),
      [
        'Filter added: Title contains “a”',
        'Filter added: Title contains “b”',
        'Filter removed: Title contains “rest”',
      ],
    ],
    [
      'OR instead of AND',
      addRule(rest, [], contains('b')),
      setCombinator(addRule(rest, [], contains('b')), [], 'OR'),
      ['Any of the filters is enough now.'],
    ],
    [
      'a sort order',
      albums,
      setSort(albums, 'Title', false),
      ['Sorted by: Title descending (before: nothing)'],
    ],
    ['a chart', albums, setChart(albums, { kind: 'bars' }), ['The chart was changed.']],
    ['an added entity', albums, addRoot(albums, shop, 'Weather'), ['Entity added: Weather']],
  ])('is put into words: %s', (_, before, after, expected) =>
    expect(changes(before, after)).toEqual(expect.arrayContaining([...expected])),
  );

  test('contains each change once', () =>
    expect(changes(albums, addField(albums, shop, artist))).toHaveLength(1));

  test('includes groups and their top', () => {
    const grouped = addMeasure(groupBy(albums, shop, own('ArtistId')), shop, own('AlbumId'), 'count');
    const said = changes(albums, setTop(grouped, { n: 3, by: 'count_AlbumId', asc: false, per: [] }));
    expect(said).toContain('The rows are grouped now.');
    expect(said).toContain('Only: the top 3 by Count of Album');
  });

  test('includes a time zone', () => {
    const berlin = { ...albums, timezone: 'Europe/Berlin' };
    expect(changes(albums, berlin)).toEqual(['Time zone: Europe/Berlin (before: the service’s time zone)']);
    expect(changes(berlin, albums)).toEqual(['Time zone: the service’s time zone (before: Europe/Berlin)']);
  });

  test('includes a parameter', () => {
    const [offer] = offerParameters(rest, shop, [0]);
    const asked = offer ? makeParameter(rest, shop, [0], offer) : rest;
    expect(changes(rest, asked)).toEqual([
      'Filter changed: Title contains Title (“rest”) (before: Title contains “rest”)',
      'Parameter added: Title',
    ]);
  });
});

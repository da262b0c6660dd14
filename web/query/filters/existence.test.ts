import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import {
  addMeasureOfFiltered,
  readingAt,
  removeFilter,
  replaceFilter,
  setFilter,
} from '../groups/counting.ts';
import { groupBy, ungroup } from '../groups/grouping.ts';
import { sentence, sentenceText } from '../sentence.ts';
import {
  addPresence,
  asExistenceTest,
  combinableConditions,
  combinedConditionAt,
  likelyCombination,
} from './existence.ts';
import { type Filter, type Quantity, readExistence, writeExistence } from './filters.ts';
import { toOperators } from './operators.ts';
import { addRule, conditionPlaces, type RulePlace, setCombinator } from './rules.ts';
import { placeParts } from './ruleWords.ts';

const artists = addRoot(emptyDocument, shop, 'Artist');
const albums = [step('Artist', 'Album')];
const tracks = [...albums, step('Album', 'Track')];
const title = { root: 'Artist', steps: albums, attribute: 'Title' };
const price = { root: 'Artist', steps: tracks, attribute: 'UnitPrice' };
const track = { root: 'Artist', steps: tracks, attribute: 'Name' };
const genre = { root: 'Artist', steps: [...tracks, step('Track', 'Genre')], attribute: 'Name' };
const own = { root: 'Artist', steps: [], attribute: 'Name' };

function filterOn(path: Filter['path'], value: string, quantity: Quantity | undefined = 'some'): Filter {
  return { path, operator: 'EQ', values: [{ kind: 'literal', value }], quantity };
}

function add(doc: QueryDocument, filter: Filter, join?: RulePlace): QueryDocument {
  return setFilter(doc, shop, filter, { write: (next, rule) => addRule(next, [], rule), join });
}

/** Changes the filter at a place as the rail does. */
function change(doc: QueryDocument, at: RulePlace, filter: Filter, join?: RulePlace): QueryDocument {
  return setFilter(doc, shop, filter, {
    at,
    join,
    write: (next, rule) => replaceFilter(next, shop, at, rule),
    without: (before) => removeFilter(before, shop, at),
  });
}

const operators = toOperators([
  {
    name: 'EQ',
    phrase: 'is',
    phrases: {},
    args: ['operand', 'operand'],
    types: ['string'],
    negation: 'NE',
  },
]);
const words = (doc: QueryDocument) =>
  sentenceText(sentence({ doc, model: shop, operators })).replace(/^.*?, where /, '');
const conditions = (doc: QueryDocument) =>
  doc.where.cond.entries.map((rule) => readExistence(doc, shop, rule)?.map(({ path }) => path.attribute));
const meant = (doc: QueryDocument, filter: Filter) =>
  likelyCombination(combinableConditions(doc, shop, filter.path, {}), filter);

const rock = add(artists, filterOn(genre, 'Rock'));
const cheapRock = add(rock, filterOn(price, '1'), [0]);

describe('another filter on related records', () => {
  test('applies to the same record as far as the paths agree', () => {
    expect(combinableConditions(rock, shop, price, {})).toMatchObject([{ place: [0], thing: 'Track' }]);
    expect(combinableConditions(rock, shop, title, {})).toMatchObject([{ place: [0], thing: 'Album' }]);
    expect(combinableConditions(rock, shop, own, {})).toEqual([]);
    expect(meant(rock, filterOn(price, '1'))?.place).toEqual([0]);
  });

  test('applies to another record if one cannot satisfy both, or if none may exist', () => {
    expect(meant(rock, filterOn(genre, 'Jazz'))).toBeUndefined();
    for (const operator of ['GT', 'NOT_EQ'])
      expect(meant(rock, { ...filterOn(genre, 'A'), operator })?.place).toEqual([0]);
    expect(meant(add(artists, filterOn(genre, 'Rock', 'none')), filterOn(price, '1'))).toBeUndefined();
  });

  test('cannot be joined with alternatives', () =>
    expect(combinableConditions(setCombinator(rock, [], 'OR'), shop, price, {})).toEqual([]));

  test('becomes one condition, with each field in its place', () => {
    const both = add(cheapRock, filterOn(title, 'x'), [0]);
    expect(conditions(both)).toEqual([['Name', 'UnitPrice', 'Title']]);
    expect(both.where.cond.entries[0]).toMatchObject({
      func: {
        name: 'EXISTS',
        args: [
          {
            of: 'Artist',
            entity: {
              id: 'Album',
              attributes: [
                {
                  entity: {
                    id: 'Track',
                    attributes: [
                      { entity: { id: 'Genre', attributes: [{ id: 'Name', alias: 'Name of Genre' }] } },
                      { id: 'UnitPrice', alias: 'UnitPrice of Track' },
                    ],
                  },
                },
                { id: 'Title', alias: 'Title of Album' },
              ],
            },
          },
        ],
      },
    });
  });

  test('is described as about the same record, or about the same or another one', () => {
    expect(words(cheapRock)).toBe(
      'there is at least one Album whose Track › Genre › Name is “Rock” and whose Track › Unit Price is 1.',
    );
    expect(words(add(rock, filterOn(price, '1')))).toBe(
      'there is at least one Album whose Track › Genre › Name is “Rock” and there is at least one Album ' +
        '(the same or another one) whose Track › Unit Price is 1.',
    );
  });
});

describe('a filter within a condition', () => {
  test('has its own place and its own sentence', () => {
    expect(conditionPlaces(cheapRock.where)).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(readingAt(cheapRock, shop, [0, 1])).toEqual(filterOn(price, '1'));
    expect(combinedConditionAt(cheapRock, [0, 1])).toEqual([0]);
    const speaker = { doc: cheapRock, model: shop, operators };
    expect(sentenceText(placeParts(speaker, [0, 1]))).toBe('Track › Unit Price is 1');
  });

  test('may be changed in place, or moved to another record', () => {
    const changed = change(cheapRock, [0, 1], filterOn(price, '2'), [0]);
    expect(readingAt(changed, shop, [0, 1])).toEqual(filterOn(price, '2'));
    const apart = change(cheapRock, [0, 1], filterOn(price, '1'));
    expect(conditions(apart)).toEqual([['Name'], ['UnitPrice']]);
    expect(change(apart, [1], filterOn(price, '1'), [0])).toEqual(cheapRock);
    const never = change(cheapRock, [0, 0], filterOn(genre, 'Rock', 'none'));
    expect(never.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EXISTS', 'NOT_EXISTS']);
  });

  test('is removed completely', () => expect(removeFilter(cheapRock, shop, [0, 1])).toEqual(rock));
});

test('a measure of filtered records includes those that fit the whole condition', () => {
  const summed = addMeasureOfFiltered(cheapRock, shop, price, 'sum');
  expect(readingAt(summed, shop, [0, 0])?.quantity).toBe('both');
  expect(readingAt(summed, shop, [0, 1])?.quantity).toBe('both');
  const grouped = addMeasureOfFiltered(groupBy(cheapRock, shop, own), shop, price, 'sum');
  expect(grouped.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EQ', 'EQ']);
});

test('ungrouping keeps the condition on the counted record', () => {
  const grouped = addMeasureOfFiltered(groupBy(cheapRock, shop, own), shop, price, 'sum');
  const beside = add(grouped, filterOn(track, 'x'));
  expect(conditions(asExistenceTest(ungroup(beside, shop), shop))).toEqual([['Name'], ['Name', 'UnitPrice']]);
});

describe('records at the end of a path of several steps', () => {
  const end = { root: 'Artist', steps: tracks };
  const there = { func: { name: 'NOT_IS_NULL', args: [{ alias: 'TrackId of Track' }] } };

  test('are tested themselves, since intermediate records may lead to none', () => {
    const without = addPresence(artists, shop, end, 'NOT_EXISTS');
    expect(without.where.cond.entries[0]?.func?.args[0]).toMatchObject({
      entity: { id: 'Album' },
      where: { cond: { with: 'AND', entries: [there] } },
    });
    expect(words(without)).toBe('there is no Album › Track.');
  });

  test('must exist for a test of a missing value', () => {
    const free: Filter = { path: price, operator: 'IS_NULL', values: [], quantity: 'some' };
    const rule = writeExistence(artists, shop, [free]);
    const missing = { func: { name: 'IS_NULL', args: [{ alias: 'UnitPrice of Track' }] } };
    expect(rule?.func.args[0]).toMatchObject({ where: { cond: { with: 'AND', entries: [there, missing] } } });
    expect(writeExistence(artists, shop, readExistence(artists, shop, rule) ?? [])).toEqual(rule);
    // With a single step there is nothing in between.
    const untitled = writeExistence(artists, shop, [{ ...free, path: title }]);
    expect(untitled?.func.args[0]).toMatchObject({
      where: { cond: { entries: [{ func: { name: 'IS_NULL' } }] } },
    });
  });
});

import { expect, test } from 'vitest';
import { type Condition, emptyDocument, type QueryDocument } from '../document.ts';
import {
  addRule,
  conditionPlaces,
  placeOfPointer,
  removeRule,
  replaceRule,
  ruleAt,
  setCombinator,
  unwrapGroup,
  wrapRule,
} from './rules.ts';

const rule = (value: string): Condition => ({ func: { name: 'EQ', args: [{ alias: 'a' }, { value }] } });
const two: QueryDocument = addRule(addRule(emptyDocument, [], rule('1')), [], rule('2'));

test('a rule may be moved into a group with another rule', () => {
  const grouped = addRule(wrapRule(two, [1], 'OR'), [1], rule('3'));
  expect(grouped.where.cond.entries[1]).toEqual({ cond: { with: 'OR', entries: [rule('2'), rule('3')] } });
  expect(conditionPlaces(grouped.where)).toEqual([[0], [1, 0], [1, 1]]);
  expect(ruleAt(grouped, [1, 1])).toEqual(rule('3'));
});
test('a group may be changed to NOT', () =>
  expect(setCombinator(wrapRule(two, [0], 'AND'), [0], 'NOT').where.cond.entries[0]).toEqual({
    cond: { with: 'NOT', entries: [rule('1')] },
  }));
test('a group may be dissolved into its rules', () =>
  expect(unwrapGroup(wrapRule(two, [0], 'OR'), [0]).where).toEqual(two.where));
test('a nested rule may be replaced and removed', () => {
  const deep = wrapRule(wrapRule(two, [0], 'OR'), [0, 0], 'NOT');
  expect(ruleAt(replaceRule(deep, [0, 0, 0], rule('9')), [0, 0, 0])).toEqual(rule('9'));
  expect(conditionPlaces(removeRule(deep, [0, 0, 0]).where)).toEqual([[1]]);
});
test('the pointer of a refusal leads to its rule', () => {
  expect(placeOfPointer('/unigrid/where/cond/entries/1/cond/entries/0/func/args/1')).toEqual([1, 0]);
  expect(placeOfPointer('/entities/0')).toBeUndefined();
});

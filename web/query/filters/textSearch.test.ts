import { describe, expect, test } from 'vitest';
import { shop } from '../../model/shop.fixture.ts';
import { emptyDocument, isGroup } from '../document.ts';
import { addRoot } from '../edits.ts';
import { removeRule } from './rules.ts';
import { addTextSearch, filterPlaces, searchedPaths, searchedWord } from './textSearch.ts';

const customers = addRoot(emptyDocument, shop, 'Customer');
const fields = (word: string) =>
  searchedPaths(customers, shop, word).map(({ steps, attribute }) =>
    [...steps.map(({ entity }) => entity), attribute].join('.'),
  );

describe('a search in all text fields', () => {
  test('includes text fields, and the labels of related records', () =>
    expect(fields('lee')).toEqual(['FirstName', 'LastName', 'Employee.FirstName', 'Employee.LastName']));
  test('includes keys for digits', () => expect(fields('12')).toContain('CustomerId'));
  test('requires each word in some field', () => {
    const { entries } = addTextSearch(customers, shop, ' ute  köh ').where.cond;
    expect(entries.map((rule) => isGroup(rule) && rule.cond.with)).toEqual(['OR', 'OR']);
    expect(filterPlaces(addTextSearch(customers, shop, 'ute köh'), shop)).toEqual([[0], [1]]);
  });
  test('is distinguished from other groups of rules', () => {
    const searched = addTextSearch(customers, shop, 'ute');
    const [rule] = searched.where.cond.entries;
    expect(rule && searchedWord(searched, shop, rule)).toBe('ute');
    const shorter = removeRule(searched, [0, 0]);
    const [rest] = shorter.where.cond.entries;
    expect(rest && searchedWord(shorter, shop, rest)).toBeUndefined();
  });
  test('is removed completely', () =>
    expect(removeRule(addTextSearch(customers, shop, 'ute'), [0])).toEqual(customers));
  test('without a word changes nothing', () => expect(addTextSearch(customers, shop, '  ')).toBe(customers));
});

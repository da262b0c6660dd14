/** The rows behind numbers of different values, of combined entities, and of rows without a key. */
import { describe, expect, test } from 'vitest';
import type { Step } from '../../web/query/document.ts';
import { pageOn } from './counted-groups.ts';

const page = pageOn(
  'sqlite',
  `CREATE TABLE cook (id INTEGER PRIMARY KEY, name TEXT NOT NULL, pay DECIMAL(8,2));
  INSERT INTO cook VALUES (1, 'Kim', 10.5), (2, 'Kim', 20), (3, 'Lou', NULL);
  CREATE TABLE meal (id INTEGER PRIMARY KEY, cook INTEGER REFERENCES cook, kind TEXT, served DATETIME);
  INSERT INTO meal VALUES (1, 1, 'soup', '2023-05-01 12:00:00'), (2, 1, 'soup', '2024-05-01 12:00:00'),
    (3, 1, NULL, '2024-06-01 12:00:00'), (4, 2, 'cake', NULL), (5, 3, 'soup', '2024-05-01 18:00:00'),
    (6, NULL, 'cake', '2024-05-02 18:00:00');
  CREATE TABLE tip (meal INTEGER REFERENCES meal, amount INTEGER, given DATE);
  INSERT INTO tip VALUES (1, 5, NULL), (1, NULL, '2024-01-01'), (2, 1, '2024-01-02'), (NULL, 7, NULL);
  CREATE TABLE goal (year INTEGER PRIMARY KEY, rank INTEGER, kind TEXT);
  INSERT INTO goal VALUES (2023, 1, 'soup'), (2024, 1, 'soup'), (2025, 2, 'cake');`,
);
const { counts, countsOfRows, shownBehind, of, by, per, measure } = page;
const cook: Step = { own: 'cook', entity: 'cook', other: 'id' };
const meals: Step = { own: 'id', entity: 'meal', other: 'cook' };
const meal: Step = { own: 'meal', entity: 'meal', other: 'id' };

describe('behind the number of different values of groups', () => {
  test('of their own fields are these values', async () => {
    const kinds = measure(per(of('meal'), 'served', { bucket: 'year' }), 'count_distinct', 'kind');
    expect(await counts(kinds)).toEqual([
      ['2023-01-01 00:00:00', '1', '1'],
      ['2024-01-01 00:00:00', '4', '2'],
      [null, '1', '1'],
    ]);
    expect(await shownBehind(kinds, 'Kind', 'Count of Meal')).toEqual([
      ['cake', '2'],
      ['soup', '3'],
    ]);
  });

  test('of moments are these moments, not their months', async () => {
    const moments = measure(by(of('meal'), [], 'kind'), 'count_distinct', 'served');
    expect(await counts(moments)).toEqual([
      ['cake', '2', '1'],
      ['soup', '3', '3'],
      [null, '1', '1'],
    ]);
    expect(await shownBehind(moments, 'Served', 'Count of Meal')).toHaveLength(5);
  });

  test('of referenced and of related records are these values', async () => {
    const names = measure(by(of('meal'), [], 'kind'), 'count_distinct', 'name', [cook]);
    expect(await counts(names)).toEqual([
      ['cake', '2', '1'],
      ['soup', '3', '2'],
      [null, '1', '1'],
    ]);
    const kinds = measure(by(of('cook'), [], 'name'), 'count_distinct', 'kind', [meals]);
    expect(await counts(kinds)).toEqual([
      ['Kim', '2', '2'],
      ['Lou', '1', '1'],
    ]);
    expect(await shownBehind(kinds, 'Meal › Kind', 'Count of Meal')).toEqual([
      ['cake', '1'],
      ['soup', '3'],
    ]);
  });
});

describe('behind the number of different values of a row', () => {
  test('are these values', async () => {
    expect(await countsOfRows(measure(of('cook'), 'count_distinct', 'kind', [meals]))).toEqual([
      ['1', 'Kim', '10.5', '1'],
      ['2', 'Kim', '20', '1'],
      ['3', 'Lou', null, '1'],
    ]);
  });

  test('are the periods, if these are counted', async () => {
    expect(await countsOfRows(measure(of('cook'), { spread: 'year' }, 'served', [meals]))).toEqual([
      ['1', 'Kim', '10.5', '2'],
      ['2', 'Kim', '20', '0'],
      ['3', 'Lou', null, '1'],
    ]);
    expect(await countsOfRows(measure(of('cook'), { spread: 'month' }, 'served', [meals]))).toContainEqual([
      '1',
      'Kim',
      '10.5',
      '3',
    ]);
  });
});

test('the rows behind a measure of referenced records show what is measured', async () => {
  const paid = measure(by(of('meal'), [], 'kind'), 'sum', 'pay', [cook]);
  expect(await shownBehind(paid, 'ID', 'Cook › Pay')).toEqual([
    ['1', '10.5'],
    ['2', '10.5'],
    ['3', '10.5'],
    ['4', '20'],
    ['5', null],
    ['6', null],
  ]);
});

test('the related records of a row without a key are found by all of its values, present or not', async () => {
  expect(await countsOfRows(measure(of('tip'), 'count', 'id', [meal, cook, meals]))).toEqual([
    ['1', '5', null, '3'],
    ['1', null, '2024-01-01', '3'],
    ['2', '1', '2024-01-02', '3'],
    [null, '7', null, '0'],
  ]);
});

describe('behind a number of combined entities', () => {
  const byKind = () => by(of('meal', 'goal'), [], 'kind');

  test('is each counted record once, whatever stands beside it', async () => {
    expect(await counts(byKind())).toEqual([
      ['cake', '2'],
      ['soup', '3'],
      [null, '1'],
    ]);
  });

  test('are those that a condition on both leaves', async () => {
    expect(await counts(page.equal(byKind(), ['kind', 'kind']))).toEqual([
      ['cake', '2'],
      ['soup', '3'],
    ]);
  });
});

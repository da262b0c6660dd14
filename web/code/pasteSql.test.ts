import { describe, expect, test } from 'vitest';
import type { EngineName } from '../../src/contract/engines.ts';
import { LosslessNumber } from '../api/exact.ts';
import type { Explanation } from '../api/resources.ts';
import { serviceFunctions, withValues } from './pasteSql.ts';

const explained = (sql: string, parameters: Explanation['parameters']): Explanation => ({
  sql,
  parameters,
  plan: '',
  estimate: null,
});
const n = (digits: string) => new LosslessNumber(digits);

describe('parameters are replaced by their values', () => {
  test.each<[EngineName, string, Explanation['parameters'], string]>([
    ['sqlite', 'a = ? and b > ?', ['x', n('12345678901234567890')], "a = 'x' and b > 12345678901234567890"],
    ['mysql', 'a = ? and b > ?', ['x', n('1.50')], "a = 'x' and b > 1.50"],
    ['postgres', 'a = $2 and b > $1 and c = $2', [n('1'), 'x'], "a = 'x' and b > 1 and c = 'x'"],
    ['postgres', 'a in ($1, $10)', ['x'], "a in ('x', $10)"],
    ['sqlite', 'a is ? or b = ? or c = ?', [null, true, false], 'a is NULL or b = TRUE or c = FALSE'],
    ['sqlite', 'a = 3 -?', [n('-2')], 'a = 3 -(-2)'],
  ])('%s: %s', (engine, sql, parameters, text) =>
    expect(withValues(explained(sql, parameters), engine)).toBe(text),
  );
});

describe('texts are quoted', () => {
  test.each<[EngineName, string, string]>([
    ['sqlite', "o'c", "'o''c'"],
    ['postgres', "'; drop table a; --", "'''; drop table a; --'"],
    ['postgres', 'a\\b', "'a\\b'"],
    ['mysql', "a\\' or 1 = 1", "'a\\\\'' or 1 = 1'"],
    ['sqlite', 'a\0b', "('a' || char(0) || 'b')"],
    ['mysql', 'a\0b', "'a\\0b'"],
    ['sqlite', '? $1', "'? $1'"],
  ])('%s: %s', (engine, text, literal) => {
    const place = engine === 'postgres' ? '$1' : '?';
    expect(withValues(explained(`select ${place}`, [text]), engine)).toBe(`select ${literal}`);
  });
});

test('placeholders within names and texts stay unchanged', () => {
  const sql = `select "a?b" as \`c?\`, 'what?' from t where x = ?`;
  expect(withValues(explained(sql, ['y']), 'sqlite')).toBe(
    `select "a?b" as \`c?\`, 'what?' from t where x = 'y'`,
  );
});

test('functions that only the service defines are listed', () => {
  expect(serviceFunctions('select joinery_fold(a), joinery_fold(b), joinery_moment(c)')).toEqual([
    'joinery_fold',
    'joinery_moment',
  ]);
  expect(serviceFunctions('select "joinery_name" from t')).toEqual([]);
});

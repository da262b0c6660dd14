import { describe, expect, test } from 'vitest';
import type { Cell } from '../api/exact.ts';
import { disambiguatedName, sharedNames } from './sharedNames.ts';
import type { Row } from './useRows.ts';

const extras = { records: new Map([['who', { label: ['first', 'last'], key: ['who'] }]]) };
const cols = ['who', 'first', 'last'];
const cellOf = (row: Row, name: string): Cell => row[cols.indexOf(name)] ?? null;
const rows: Row[] = [
  ['1', 'Ada', 'Lovelace'],
  ['2', 'Ada', 'Lovelace'],
  ['3', 'Ada', 'King'],
  [null, null, null],
];

describe('records with the same name', () => {
  test('have their keys added in groups', () => {
    const shared = sharedNames({ grouped: true }, extras, rows, cellOf);
    expect(disambiguatedName(shared, 'who', 'Ada Lovelace', '2')).toBe('Ada Lovelace (2)');
    expect(disambiguatedName(shared, 'who', 'Ada King', '3')).toBe('Ada King');
  });

  test('are one record if they have the same key', () => {
    const years = [...rows.slice(1), ...rows.slice(1)];
    expect(sharedNames({ grouped: true }, extras, years, cellOf).get('who')).toEqual(new Set());
  });

  test('stay unchanged in single rows', () => {
    expect(sharedNames({ grouped: false }, extras, rows, cellOf)).toEqual(new Map());
  });
});

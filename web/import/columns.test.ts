import { expect, test } from 'vitest';
import type { Look } from '../api/imports.ts';
import { buildModel } from '../model/model.ts';
import { table } from '../model/shop.fixture.ts';
import { guessMapping, isGivenField, type Mapping, withColumn, withMode } from './columns.ts';

const plain = table({ id: 'integer', code: 'string', what: 'string' }, ['id']);
const columns = plain.columns.map((column) =>
  column.name === 'id' ? { ...column, default: 'generated always as identity' } : column,
);
const { entities } = buildModel({
  engine: { name: 'postgres', title: 'Test' },
  entities: { numbered: { ...plain, columns } },
});
const numbered = entities.get('numbered');
if (numbered === undefined) throw new Error('The table is missing.');

const look: Look = {
  id: '1',
  name: 'numbered.csv',
  bytes: 1,
  tables: [],
  table: null,
  columns: ['id', 'code', 'what'].map((name) => ({ name, samples: [], to: name })),
};
const pairs = (mapping: Mapping) => Object.fromEntries(mapping);

test('what the database alone gives new records is left out, and finds records in the other modes', () => {
  const inserted = guessMapping(look, numbered, 'insert');
  expect(pairs(inserted)).toEqual({ code: 'code', what: 'what' });
  expect(pairs(guessMapping(look, numbered, 'both'))).toEqual({ id: 'id', code: 'code', what: 'what' });
  expect(isGivenField(numbered, 'id', 'insert')).toBe(true);
  expect(isGivenField(numbered, 'id', 'update')).toBe(false);
  expect(isGivenField(numbered, 'code', 'insert')).toBe(false);
});

test('another mode changes only that, not what a person has chosen', () => {
  const chosen = withColumn(guessMapping(look, numbered, 'insert'), 'what', '');
  const updated = withMode(chosen, look, numbered, 'update');
  expect(pairs(updated)).toEqual({ id: 'id', code: 'code' });
  expect(pairs(withMode(updated, look, numbered, 'insert'))).toEqual({ code: 'code' });
  const other = withColumn(updated, 'what', 'id');
  expect(pairs(withMode(other, look, numbered, 'both'))).toEqual({ code: 'code', what: 'id' });
});

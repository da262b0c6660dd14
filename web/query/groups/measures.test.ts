import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { shop, table } from '../../model/shop.fixture.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { summariesFor } from './grouping.ts';
import { findMeasures } from './measures.ts';

const invoices = addRoot(emptyDocument, shop, 'Invoice');
const found = (search: string) =>
  findMeasures(invoices, shop, search).flatMap(({ summary, items }) =>
    items.map(({ words }) => `${summary} ${words.join(' › ')}`),
  );

describe('the search for measures', () => {
  test('starts with the nearest: counts of records and sums of quantities', () => {
    expect(found('')).toEqual(expect.arrayContaining(['count Invoice', 'count Invoice Line', 'sum Total']));
    expect(found('')).toContain('max Invoice Date');
    expect(found('')).not.toContain('sum Invoice ID');
  });
  test('finds a field with the measures that are possible for it', () =>
    expect(found('total').filter((one) => !one.includes('›'))).toEqual([
      'sum Total',
      'avg Total',
      'min Total',
      'max Total',
    ]));
  test('offers to measure columns without a declared type, which may hold numbers', () => {
    const column = (name: string, type: 'other' | 'text', nativeType: string) =>
      ({ name, type, nativeType, nullable: true, default: null, generated: false, comment: null }) as const;
    const model = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        sale: {
          kind: 'view',
          columns: [column('net', 'other', ''), column('note', 'text', 'TEXT')],
          key: [],
          foreignKeys: [],
          rowEstimate: null,
          comment: null,
        },
      },
    });
    const sales = addRoot(emptyDocument, model, 'sale');
    const sums = findMeasures(sales, model, 'sum').flatMap(({ items }) =>
      items.map(({ words }) => words.join()),
    );
    expect(sums).toEqual(['Net']);
    expect(resultColumns(sales, model).map((one) => summariesFor(one).includes('sum'))).toEqual([
      true,
      false,
    ]);
  });
  test('does not offer to count shared records with several key columns, whose number it would not be', () => {
    const stay = table({ id: 'integer', clinic: 'integer', ward: 'integer', doctor: 'integer' }, ['id']);
    const reference = (columns: string[], entity: string, entityColumns: string[]) => ({
      columns,
      entity,
      entityColumns,
    });
    const model = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        doctor: table({ id: 'integer' }, ['id']),
        ward: table({ clinic: 'integer', no: 'integer' }, ['clinic', 'no']),
        stay: {
          ...stay,
          foreignKeys: [
            reference(['clinic', 'ward'], 'ward', ['clinic', 'no']),
            reference(['doctor'], 'doctor', ['id']),
          ],
        },
      },
    });
    const counts = (root: string, search: string) => {
      const [first] = findMeasures(addRoot(emptyDocument, model, root), model, search);
      return first?.items.map(({ words }) => words.join(' › '));
    };
    expect([counts('stay', 'ward'), counts('stay', 'doctor')]).toEqual([[], ['Doctor']]);
    expect(counts('ward', 'ward')).toEqual(['Ward']);
    expect(counts('doctor', 'stay')).toEqual(['Stay']);
  });
  test('understands the name of a measure', () => {
    expect(found('sum total')[0]).toBe('sum Total');
    expect(found('sum total').every((one) => one.startsWith('sum '))).toBe(true);
  });
  test('understands synonyms of measures and plural names', () => {
    expect(found('latest date')[0]).toBe('max Invoice Date');
    expect(found('avg total')[0]).toBe('avg Total');
    expect(found('different customers')).toEqual([]);
    expect(found('different buyers').slice(0, 1)).toEqual(['count_distinct Buyer ID']);
    expect(found('number of invoice lines')).toContain('count Invoice Line');
  });
  test('counts records by the name of their entity, whatever their key is called', () => {
    const keys = { columns: ['student'], entity: 'student', entityColumns: ['id'] };
    const school = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        student: table({ id: 'integer', city: 'string' }, ['id']),
        enrolment: { ...table({ no: 'integer', student: 'integer' }, ['no']), foreignKeys: [keys] },
      },
    });
    const students = addRoot(emptyDocument, school, 'student');
    const counts = (search: string) =>
      findMeasures(students, school, search).flatMap(({ items }) =>
        items.map(({ words, path }) => `${words.join(' › ')} by ${path.attribute}`),
      );
    expect(counts('count enrolment')).toEqual(['Enrolment by no']);
    expect(counts('number of enrolments')).toEqual(['Enrolment by no']);
    expect(counts('students')[0]).toBe('Student by id');
  });
  test('follows relations', () => expect(found('sum quan')[0]).toBe('sum Invoice Line › Quantity'));
  test('offers the number of distinct values of a field that is not a quantity', () =>
    expect(found('distinct last')).toEqual(
      expect.arrayContaining(['count_distinct Buyer › Last Name', 'count_distinct Gifted To › Last Name']),
    ));
});

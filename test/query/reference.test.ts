import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import type { DataSet } from './dataset.ts';
import { storedOn } from './dataset.ts';
import { canonical, decimal, exactly, isDecimal, whole } from './decimal.ts';
import { type Cell, isApproximate } from './reference/numbers.ts';
import { evaluate } from './reference.ts';
import type { Argument, AttributeSelector, EntityNode, GridRequest, Where } from './request.ts';
import { periodStart } from './summary.ts';
import { folded, iequals, ilike, like } from './text.ts';

const n = (value: number) => whole(BigInt(value));

const shop: DataSet = {
  name: 'shop',
  tables: [
    {
      name: 'customer',
      columns: [
        { name: 'id', kind: 'integer' },
        { name: 'name', kind: 'text' },
        { name: 'credit', kind: 'decimal', precision: 10, scale: 2 },
        { name: 'since', kind: 'date' },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
      rows: [
        [n(1), 'Ann', decimal('1.50'), '2024-01-31'],
        [n(2), 'bob', null, '2024-02-01'],
        [n(3), null, decimal('0.25'), null],
      ],
    },
    {
      name: 'bill',
      columns: [
        { name: 'id', kind: 'integer' },
        { name: 'customer_id', kind: 'integer' },
        { name: 'total', kind: 'integer' },
      ],
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['customer_id'], target: 'customer', targetColumns: ['id'] }],
      rows: [
        [n(10), n(1), n(7)],
        [n(11), n(1), n(8)],
        [n(12), null, n(9)],
      ],
    },
  ],
};

const data = storedOn('postgres', shop);

function customers(attributes: EntityNode['attributes'], rest: Partial<GridRequest> = {}): GridRequest {
  return { entities: [{ id: 'customer', relation: null, attributes: attributes ?? [] }], ...rest };
}

const id: AttributeSelector = { id: 'id' };
const name: AttributeSelector = { id: 'name' };
const bills = (...attributes: AttributeSelector[]) => ({
  entity: { id: 'bill', relation: { attr_parent: 'id' }, attributes },
});

function plain(cell: Cell): unknown {
  if (isApproximate(cell)) return 'near';
  return isDecimal(cell) ? canonical(cell) : cell;
}

function rows(request: GridRequest): unknown[][] {
  return evaluate(data, request)
    .ties.flat()
    .map((row) => row.map(plain));
}

function found(where: Where): unknown[] {
  return rows(customers([id, name, { id: 'credit' }, { id: 'since' }], { where })).map(([key]) => key);
}

const func = (called: string, ...args: Argument[]): Where => ({ func: { name: called, args } });

describe('joins of the reference evaluator', () => {
  test('keep a parent without related rows, with nulls', () => {
    expect(rows(customers([id, bills({ id: 'total', alias: 't' })]))).toEqual([
      ['1', '7'],
      ['1', '8'],
      ['2', null],
      ['3', null],
    ]);
  });

  test('find no related row for a null key', () => {
    const customer = {
      entity: { id: 'customer', relation: { attr_parent: 'customer_id' }, attributes: [name] },
    };
    const request = { entities: [{ id: 'bill', relation: null, attributes: [id, customer] }] };
    expect(rows(request)).toEqual([
      ['10', 'Ann'],
      ['11', 'Ann'],
      ['12', null],
    ]);
  });

  test('build the cross product of several roots', () => {
    const root = (alias: string): EntityNode => ({
      id: 'customer',
      alias,
      relation: null,
      attributes: [{ id: 'id', alias: `${alias}id` }],
    });
    expect(rows({ entities: [root('a'), root('b')] })).toHaveLength(9);
  });
});

describe('conditions of the reference evaluator', () => {
  test('drop a row where a negated comparison meets null', () => {
    expect(
      found({ cond: { with: 'NOT', entries: [func('EQ', { alias: 'name' }, { value: 'Ann' })] } }),
    ).toEqual(['2']);
    expect(found(func('NOT_ILIKE', { alias: 'name' }, { value: 'AN' }))).toEqual(['2']);
  });

  test('ignore an empty group, wherever it is', () => {
    const empty: Where = { cond: { with: 'NOTEQUAL', entries: [] } };
    const ann = func('EQ', { alias: 'name' }, { value: 'Ann' });
    expect(found({ cond: { with: 'OR', entries: [empty, ann] } })).toEqual(['1']);
    expect(found({ cond: { with: 'NOT', entries: [empty] } })).toEqual(['1', '2', '3']);
  });

  test('compare numbers by value, and texts of numbers as they are shown', () => {
    const credit = { alias: 'credit' };
    expect(found(func('EQ', credit, { value: new LosslessNumber('1.5000') }))).toEqual(['1']);
    expect(found(func('EQ', credit, { value: '1.5' }))).toEqual(['1']);
    expect(found(func('IENDS_WITH', credit, { value: '.50' }))).toEqual(['1']);
    expect(found(func('BETWEEN_INC', credit, {}, { value: new LosslessNumber('0.25') }))).toEqual(['3']);
    expect(found(func('BETWEEN_INC', credit, {}, {}))).toEqual(['1', '2', '3']);
  });

  test('compare an instant with a date as its day', () => {
    expect(found(func('GTE', { alias: 'since' }, { value: '2024-02-01T23:00:00Z' }))).toEqual(['2']);
  });

  test('test for the existence of related rows', () => {
    const entity: EntityNode = {
      id: 'bill',
      relation: { attr_parent: 'id' },
      attributes: [{ id: 'total', alias: 't', selected: false }],
    };
    const where = func('GT', { alias: 't' }, { value: new LosslessNumber('7') });
    expect(found({ func: { name: 'EXISTS', args: [{ entity, where }] } })).toEqual(['1']);
    expect(found({ func: { name: 'NOT_EXISTS', args: [{ entity }] } })).toEqual(['2', '3']);
  });
});

describe('order, summaries and groups of the reference evaluator', () => {
  test('put nulls last in both directions unless requested otherwise', () => {
    const ordered = (order: NonNullable<GridRequest['order']>) => rows(customers([name], { order })).flat();
    expect(ordered([{ alias: 'name' }])).toEqual(['Ann', 'bob', null]);
    expect(ordered([{ alias: 'name', asc: false }])).toEqual(['bob', 'Ann', null]);
    expect(ordered([{ alias: 'name', nulls: 'first' }])).toEqual([null, 'Ann', 'bob']);
  });

  test('count each row once, however often a join repeats it', () => {
    const request = customers([
      { id: 'credit', summaries: ['sum', 'count', 'max'] },
      bills({ id: 'total', alias: 't', summaries: ['sum', 'avg'] }),
    ]);
    const summaries = evaluate(data, request).summaries ?? new Map();
    expect([...(summaries.get('credit') ?? [])].map(([key, cell]) => [key, plain(cell)])).toEqual([
      ['sum', '1.75'],
      ['count', '2'],
      ['max', '1.5'],
    ]);
    expect([...(summaries.get('t') ?? [])].map(([key, cell]) => [key, plain(cell)])).toEqual([
      ['sum', '15'],
      ['avg', 'near'],
    ]);
  });

  test('group by periods', () => {
    const request = customers(
      [
        { id: 'since', bucket: 'month' },
        { id: 'id', summaries: ['count'] },
      ],
      {
        group: ['since'],
        order: [{ alias: 'since' }],
      },
    );
    expect(rows(request)).toEqual([
      ['2024-01-01', '1'],
      ['2024-02-01', '1'],
      [null, '1'],
    ]);
  });

  test.each([
    ['year', '2024-01-01T00:00:00'],
    ['quarter', '2024-10-01T00:00:00'],
    ['month', '2024-12-01T00:00:00'],
    ['week', '2024-12-30T00:00:00'],
    ['day', '2024-12-31T00:00:00'],
    ['hour', '2024-12-31T23:00:00'],
  ] as const)('find the start of the %s', (bucket, start) => {
    expect(periodStart('2024-12-31T23:59:59', bucket)).toBe(start);
  });
});

describe('texts and numbers of the reference evaluator', () => {
  test('patterns support wildcards and escapes', () => {
    expect(like('a%b', 'a\\%b')).toBe(true);
    expect(like('axb', 'a\\%b')).toBe(false);
    expect(like('a\nb', 'a_b')).toBe(true);
    expect(like('😀', '_')).toBe(true);
    expect(like('Abc', 'a%')).toBe(false);
    expect(ilike('Restless', 'REST')).toBe(true);
    expect(ilike('Arrest', 'rest%')).toBe(false);
    expect(ilike('axb', 'a_b')).toBe(false);
  });

  test.each([
    ['É', 'é'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ПРИВЕТ', 'привет'],
    ['ẞ', 'ß'],
    ['𐐀', '𐐨'],
    ['ǅ', 'ǆ'],
  ])('%s and %s differ in case only', (a, b) => {
    expect(iequals(a, b)).toBe(true);
    expect(folded(a)).toBe(folded(b));
  });

  test('numbers are exact', () => {
    expect(canonical(decimal('-12.3400'))).toBe('-12.34');
    expect(canonical(decimal('1.5e3'))).toBe('1500');
    expect(canonical(exactly(0.1))).toBe('0.1000000000000000055511151231257827021181583404541015625');
  });
});

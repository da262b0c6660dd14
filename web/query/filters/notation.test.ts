import { describe, expect, test } from 'vitest';
import type { ModeType } from '../../../src/contract/mode-types.ts';
import { type Cell, LosslessNumber } from '../../api/exact.ts';
import { buildModel } from '../../model/model.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { isEqualTo, isNoneOf, type Narrowing, narrow } from '../groups/narrowing.ts';
import type { FilterValue } from './filters.ts';
import { asNumbers } from './notation.ts';

const column = (name: string, type: ModeType, nativeType: string) =>
  ({ name, type, nativeType, nullable: true, default: null, generated: false, comment: null }) as const;
const model = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    sale: {
      kind: 'view',
      columns: [
        column('net', 'other', ''),
        column('price', 'numeric', 'NUMERIC'),
        column('day', 'date', 'DATE'),
        column('at', 'datetime', 'DATETIME'),
        column('flag', 'boolean', 'BOOLEAN'),
      ],
      key: [],
      foreignKeys: [],
      rowEstimate: null,
      comment: null,
    },
  },
});
const sales = addRoot(emptyDocument, model, 'sale');
const at = (attribute: string) => ({ root: 'sale', steps: [], attribute });
const n = (digits: string) => new LosslessNumber(digits);
const literal = (value: string | number): FilterValue => ({ kind: 'literal', value });

describe('a value of another type than its column', () => {
  const rules = (narrowing: Narrowing) => narrow(sales, model, narrowing).where.cond.entries;

  test.each([
    ['price', 'abc', 'abc'],
    ['price', '50 %', '50 \\\\%'],
    ['day', n('20240101'), '20240101'],
    ['day', '2024-02-30', '2024-02-30'],
    ['day', '2024-01-01T10:00', '2024-01-01T10:00'],
    ['at', n('1704103200'), '1704103200'],
    ['flag', 'yes', 'yes'],
    ['net', n('9223372036854775807'), '9223372036854775807'],
  ])('is compared as a text (%s %s)', (attribute, value, pattern) =>
    expect(JSON.stringify(rules(isEqualTo(at(attribute), value)))).toContain(
      `"name":"LIKE","args":[{"alias":"${attribute}"},{"value":"${pattern}"}]`,
    ),
  );

  test.each([
    ['price', n('1')],
    ['price', '1e3'],
    ['day', '2024-02-29'],
    ['day', '2024-02-29 00:00:00'],
    ['at', '2024-02-29T10:00:00.5+02:00'],
    ['at', '2024-02-29'],
    ['flag', true],
  ])('is not %s %s', (attribute, value) =>
    expect(JSON.stringify(rules(isEqualTo(at(attribute), value)))).toContain('"name":"EQ"'),
  );

  test('is excluded on its own', () =>
    expect(rules(isNoneOf([n('1'), 'abc', null].map((one) => isEqualTo(at('price'), one))))).toEqual([
      {
        cond: {
          with: 'AND',
          entries: [
            { func: { name: 'NOT_IN', args: [{ alias: 'price' }, { value: ['1'] }] } },
            { func: { name: 'NOT_LIKE', args: [{ alias: 'price' }, { value: 'abc' }] } },
          ],
        },
      },
    ]));
});

describe('a number in a column without a declared type', () => {
  const written = (attribute: string, value: Cell) => {
    const [rule] = narrow(sales, model, isEqualTo(at(attribute), value)).where.cond.entries;
    return JSON.stringify(rule).match(/"value":(.*?)\}/)?.[1];
  };

  test.each([
    ['net', n('12.5'), '12.5'],
    ['net', n('-3'), '-3'],
    // The same double, although it is written with fewer digits.
    ['net', n('12345678901234.561'), '12345678901234.56'],
    // A text of digits is another value than the number.
    ['net', '12.5', '"12.5"'],
    ['price', n('12.5'), '"12.5"'],
  ])('of a cell (%s %s) is filtered as %s', (attribute, value, text) =>
    expect(written(attribute, value)).toBe(text),
  );

  test('is excluded as a number', () =>
    expect(JSON.stringify(narrow(sales, model, isNoneOf([isEqualTo(at('net'), n('2'))])).where)).toContain(
      '{"value":[2]}',
    ));

  test('is typed as a number where numbers are compared', () => {
    expect(asNumbers('GT', [literal(' 12.5 ')])).toEqual([literal(12.5)]);
    expect(asNumbers('IN', [{ kind: 'list', values: ['1', 'x', '007'] }])).toEqual([
      { kind: 'list', values: [1, 'x', '007'] },
    ]);
    expect(asNumbers('ICONTAINS', [literal('5')])).toEqual([literal('5')]);
    expect(asNumbers('BETWEEN_INC', [literal('1'), { kind: 'open' }])).toEqual([
      literal(1),
      { kind: 'open' },
    ]);
  });
});

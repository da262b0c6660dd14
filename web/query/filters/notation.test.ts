import { describe, expect, test } from 'vitest';
import { type Cell, LosslessNumber } from '../../api/exact.ts';
import { buildModel } from '../../model/model.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { isEqualTo, isNoneOf, narrow } from '../groups/narrowing.ts';
import type { FilterValue } from './filters.ts';
import { asNumbers } from './notation.ts';

const column = (name: string, type: 'other' | 'numeric', nativeType: string) =>
  ({ name, type, nativeType, nullable: true, default: null, generated: false, comment: null }) as const;
const model = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    sale: {
      kind: 'view',
      columns: [column('net', 'other', ''), column('price', 'numeric', 'NUMERIC')],
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
    // More digits than a number of the document has.
    ['net', n('12345678901234567890'), '"12345678901234567890"'],
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

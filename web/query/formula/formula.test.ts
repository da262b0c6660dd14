import { describe, expect, test } from 'vitest';
import { branch } from '../document.ts';
import { parseFormula } from './formula.ts';
import { formulaOf } from './formulaText.ts';
import { callAt } from './formulaTokens.ts';

const fields = new Map([
  ['Unit Price', 'UnitPrice'],
  ['Quantity', 'Quantity'],
]);
const wordsAt = (fn: string, place: number) =>
  fn === 'DISTANCE' && place === 2 ? ['day', 'month'] : undefined;
const aliasOf = (label: string) => fields.get(label);
const parse = (text: string) => parseFormula(text, { aliasOf, wordsAt });
const label = (alias: string) => [...fields].find(([, one]) => one === alias)?.[0] ?? alias;

describe('a formula', () => {
  test('multiplies before it adds, and respects brackets', () => {
    const [price, quantity] = [{ alias: 'UnitPrice' }, { alias: 'Quantity' }];
    expect(parse('[Unit Price] + Quantity * 2')).toEqual({
      expr: { fn: 'ADD', args: [price, { fn: 'MUL', args: [quantity, { value: 2 }] }] },
    });
    expect(parse('([Unit Price] + Quantity) * 2')).toEqual({
      expr: { fn: 'MUL', args: [{ fn: 'ADD', args: [price, quantity] }, { value: 2 }] },
    });
    expect(parse('1 - 2 - 3')).toEqual({
      expr: { fn: 'SUB', args: [{ fn: 'SUB', args: [{ value: 1 }, { value: 2 }] }, { value: 3 }] },
    });
  });

  test.each([
    ['[Unit Price] × Quantity', '[Unit Price] * Quantity'],
    ['Quantity ÷ 2 − 1', 'Quantity / 2 - 1'],
    ['WHEN Quantity ≥ 2 THEN 1 ELSE 0', 'WHEN Quantity >= 2 THEN 1 ELSE 0'],
    ["'a × b'", '"a × b"'],
  ])('%s is read like %s', (written, plain) => {
    expect(parse(written)).toHaveProperty('expr');
    expect(parse(written)).toEqual(parse(plain));
  });

  test('calls functions in upper or lower case, and accepts texts', () =>
    expect(parse("round(-[Unit Price], 1) & 'it''s'")).toEqual({
      expr: {
        fn: 'CONCAT',
        args: [
          { fn: 'ROUND', args: [{ fn: 'NEG', args: [{ alias: 'UnitPrice' }] }, { value: 1 }] },
          { value: "it's" },
        ],
      },
    }));

  test.each([
    ['IF(Quantity > 1, 2, 3)', 'WHEN Quantity > 1 THEN 2 ELSE 3'],
    ['if Quantity > 1 then 2 else 3', 'WHEN Quantity > 1 THEN 2 ELSE 3'],
    ['year(Quantity)', "PART(Quantity, 'year')"],
    ['IFNULL(len(Quantity), 0)', 'COALESCE(LENGTH(Quantity), 0)'],
    ['WHEN Quantity IS yes THEN 1 ELSE 0', 'WHEN Quantity = TRUE THEN 1 ELSE 0'],
    ['WHEN Quantity = no THEN yes', 'WHEN Quantity = FALSE THEN TRUE'],
    ['IF(Quantity, 1, 0)', 'WHEN Quantity = TRUE THEN 1 ELSE 0'],
    [
      'when not (Quantity or [Unit Price] > 1) then 1',
      'WHEN NOT (Quantity = TRUE OR [Unit Price] > 1) THEN 1',
    ],
  ])('%s, as in other programs, is read like %s', (written, own) => {
    expect(parse(own)).toHaveProperty('expr');
    expect(parse(written)).toEqual(parse(own));
  });

  test('prefers a field called No to the boolean', () =>
    expect(parseFormula('No + 1', { aliasOf: (label) => (label === 'No' ? 'No' : undefined) })).toEqual({
      expr: { fn: 'ADD', args: [{ alias: 'No' }, { value: 1 }] },
    }));

  test('refuses an aggregate function with a reason', () =>
    expect(parse('1 + sum(Quantity)')).toEqual({ mistake: { at: 4, kind: 'of-many', text: 'SUM' } }));

  test.each([
    'WHEN LENGTH([Quantity]) > 1 THEN 1',
    'WHEN [Quantity] * 2 > 1 AND NOT [Quantity] = -1 THEN 1',
    'WHEN [Quantity] > ABS([Quantity]) THEN 1',
    'WHEN LENGTH([Quantity]) IS NOT NULL THEN 1',
    'WHEN ([Quantity] > 1 OR ABS([Quantity]) = 2) AND [Quantity] < 9 THEN 1 ELSE 2',
    'WHEN LENGTH(WHEN ABS([Quantity]) > 1 THEN 1 ELSE 2) > 1 THEN 1',
    'WHEN (WHEN [Quantity] > 1 THEN 1 ELSE 2) = 2 THEN 1',
  ])('is read and written again with an expression in a condition: %s', (written) => {
    const parsed = parse(written);
    if (!('expr' in parsed)) throw new Error(JSON.stringify(parsed));
    const { expr, asides } = parsed;
    expect(
      formulaOf(
        expr,
        (label) => label,
        (name) => asides?.get(name),
      ),
    ).toBe(written);
  });

  test('distinguishes brackets around conditions from brackets around values', () => {
    const asides = (text: string) => {
      const parsed = parse(text);
      return 'expr' in parsed ? [...(parsed.asides?.keys() ?? [])] : parsed;
    };
    expect(asides('WHEN (Quantity + 1) * 2 > 4 THEN 1')).toEqual(['= ([Quantity] + 1) * 2']);
    expect(asides('WHEN (Quantity) > 4 THEN 1')).toEqual([]);
    expect(asides('WHEN (Quantity > 4) THEN 1')).toEqual([]);
    expect(asides('WHEN (ABS(Quantity) + 1 > 4) OR (Quantity) THEN 1')).toEqual(['= ABS([Quantity]) + 1']);
    expect(asides('IF(LENGTH(Quantity) = 2 AND (Quantity = 1), 1, 0)')).toEqual(['= LENGTH([Quantity])']);
    // Errors have a position.
    expect(asides('WHEN (Quantity > 4 THEN 1')).toMatchObject({
      mistake: { kind: 'unexpected', text: 'THEN' },
    });
    expect(asides('WHEN 5 > Quantity THEN 1')).toMatchObject({ mistake: { kind: 'unexpected', text: '5' } });
    expect(asides('WHEN (Quantity + ) > 4 THEN 1')).toMatchObject({
      mistake: { kind: 'unexpected', text: ')' },
    });
  });

  test('accepts a unit without quotes where a function takes one', () => {
    const days = { fn: 'DISTANCE', args: [{ alias: 'Quantity' }, { value: 1 }, { value: 'day' }] };
    expect(parse('distance(Quantity, 1, Day)')).toEqual({ expr: days });
    expect(parse("distance(Quantity, 1, 'day')")).toEqual({ expr: days });
    expect(parse('distance(Quantity, day, 1)')).toMatchObject({ mistake: { kind: 'unknown-field' } });
    expect(parse('distance(Quantity, 1, days)')).toMatchObject({ mistake: { kind: 'unknown-field' } });
  });

  test.each([
    ['DISTANCE([Unit Price], 1, ', { fn: 'DISTANCE', place: 2 }],
    ["distance(ROUND(2, 1), 'a, (b', ", { fn: 'DISTANCE', place: 2 }],
    ['DISTANCE(ROUND(', { fn: 'ROUND', place: 0 }],
    ['DISTANCE(1, (2', undefined],
    ['DISTANCE(1, 2) + [a (, b', undefined],
  ])('%s ends at an argument of a function', (text, call) => expect(callAt(text)).toEqual(call));

  test('supports booleans, and CASE as in SQL', () =>
    expect(parse('CASE WHEN Quantity = TRUE THEN false END')).toEqual({
      expr: {
        case: [
          branch({ func: { name: 'EQ', args: [{ alias: 'Quantity' }, { value: true }] } }, { value: false }),
        ],
      },
    }));

  test('supports WHEN with several conditions', () =>
    expect(
      parse(
        "when [Unit Price] > 1 and Quantity is not null then 'dear' when Quantity = -1 then 'odd' else 'fair'",
      ),
    ).toEqual({
      expr: {
        case: [
          branch(
            {
              cond: {
                with: 'AND',
                entries: [
                  { func: { name: 'GT', args: [{ alias: 'UnitPrice' }, { value: 1 }] } },
                  { func: { name: 'NOT_IS_NULL', args: [{ alias: 'Quantity' }] } },
                ],
              },
            },
            { value: 'dear' },
          ),
          branch({ func: { name: 'EQ', args: [{ alias: 'Quantity' }, { value: -1 }] } }, { value: 'odd' }),
        ],
        else: { value: 'fair' },
      },
    }));

  test.each([
    ['WHEN 1 = Quantity THEN 2', 'unexpected', 5],
    ['WHEN Quantity 2 THEN 2', 'unexpected', 14],
    ['WHEN Quantity IS NOT yes THEN 2', 'unexpected', 21],
    ['WHEN Quantity > 1', 'unfinished', 17],
    ['WHEN [Price] > 1 THEN 2', 'unknown-field', 5],
    ['[Price] * 2', 'unknown-field', 0],
    ['Quantity *', 'unfinished', 10],
    ['Quantity 2', 'unexpected', 9],
    ['ROUND(Quantity', 'unfinished', 14],
    ['2 * [Quant', 'unfinished', 4],
    ["'many", 'unfinished', 0],
    ['Größe', 'unknown-field', 0],
    ['IF(Quantity > 1)', 'unexpected', 15],
    ['Quantity # 2', 'unexpected', 9],
    ['', 'unfinished', 0],
  ])('%s is refused at the position of the mistake', (text, kind, at) =>
    expect(parse(text)).toEqual({ mistake: expect.objectContaining({ kind, at }) }),
  );

  test.each([
    ['unit price * quantity', '[Unit Price] * [Quantity]'],
    [
      "round(Unit Price, 1) & ' unit price ' & [Quantity]",
      "round([Unit Price], 1) & ' unit price ' & [Quantity]",
    ],
    ['quantity', '[Quantity]'],
    ['unit prices * 2', undefined],
    ['unit price *', undefined],
  ])('%s is refused with the suggestion %s', (text, instead) => {
    const parsed = parseFormula(text, { aliasOf, labels: fields.keys() });
    expect('mistake' in parsed && parsed.mistake.instead).toBe(instead);
  });

  test.each([
    '[Unit Price] * [Quantity]',
    '([Unit Price] + 1) * -[Quantity]',
    "ROUND([Unit Price] / 3, 2) & 'x'",
    '1 - (2 - 3)',
    "WHEN [Unit Price] >= 1.5 THEN 'dear' ELSE 'fair'",
    '(WHEN [Quantity] <> 2 THEN 1 WHEN [Quantity] IS NULL THEN 0) + 1',
    "WHEN NOT ([Quantity] = 1 OR [Quantity] = 2) AND [Unit Price] < [Quantity] THEN UPPER('x') ELSE (WHEN [Quantity] > 9 THEN 'y')",
  ])('%s is read and written again', (text) => {
    const parsed = parse(text);
    expect('expr' in parsed && formulaOf(parsed.expr, label)).toBe(text);
  });
});

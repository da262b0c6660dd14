import { describe, expect, test } from 'vitest';
import { formulaOf, parseFormula } from './formula.ts';

const fields = new Map([
  ['Unit Price', 'UnitPrice'],
  ['Quantity', 'Quantity'],
]);
const parse = (text: string) => parseFormula(text, (label) => fields.get(label));
const label = (alias: string) => [...fields].find(([, one]) => one === alias)?.[0] ?? alias;

describe('a formula', () => {
  test('multiplies before it adds, and leaves brackets their say', () => {
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

  test('calls functions, whatever the case of their names, and takes texts', () =>
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
    ['[Price] * 2', 'unknown-field', 0],
    ['Quantity *', 'unfinished', 10],
    ['Quantity 2', 'unexpected', 9],
    ['ROUND(Quantity', 'unfinished', 14],
    ['Quantity # 2', 'unexpected', 9],
    ['', 'unfinished', 0],
  ])('%s is refused where it goes wrong', (text, kind, at) =>
    expect(parse(text)).toEqual({ mistake: expect.objectContaining({ kind, at }) }),
  );

  test.each([
    '[Unit Price] * [Quantity]',
    '([Unit Price] + 1) * -[Quantity]',
    "ROUND([Unit Price] / 3, 2) & 'x'",
    '1 - (2 - 3)',
  ])('%s is written as it was read', (text) => {
    const parsed = parse(text);
    expect('expr' in parsed && formulaOf(parsed.expr, label)).toBe(text);
  });
});

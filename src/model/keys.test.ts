import { describe, expect, it } from 'vitest';
import { Problem } from '../contract/problem.ts';
import { parseKey } from './keys.ts';

describe('the key segment', () => {
  it.each([
    ['[1]', [['1']]],
    ['%5B1%5D', [['1']]],
    ['[1,2]', [['1', '2']]],
    ['[a%2Cb]', [['a,b']]],
    ['[]', [['']]],
    ['[,]', [['', '']]],
    ['[%5B%5D]', [['[]']]],
    ['[50%25]', [['50%']]],
    ['[a%2Fb%20c]', [['a/b c']]],
    ['[%C3%A9]', [['é']]],
    ['[$null,null]', [[null, 'null']]],
    ['[%24null]', [['$null']]],
  ])('%s is read as %j', (segment, readings) => {
    expect(parseKey(segment)).toEqual(readings);
  });

  it('in JSON strings has a second reading, after the plain one', () => {
    expect(parseKey('[%22a,b%22]')).toEqual([['"a', 'b"'], ['a,b']]);
    expect(parseKey('["a","b"]')).toEqual([
      ['"a"', '"b"'],
      ['a', 'b'],
    ]);
  });

  it('may mix JSON strings with other values', () => {
    expect(parseKey('["a,b",2]')[1]).toEqual(['a,b', '2']);
    expect(parseKey('[2, "a\\"]" ,-1.50]')[1]).toEqual(['2', 'a"]', '-1.50']);
    expect(parseKey('["",]')[1]).toEqual(['', '']);
  });

  it.each(['[a"b]', '["a"b]', '["a]', '["\\x"]'])(
    '%s is not JSON, so its quotes belong to the value',
    (segment) => {
      expect(parseKey(segment)).toHaveLength(1);
    },
  );

  it.each(['1', '[1', '1]', '', '[%E9]', '[%]'])('%j is refused', (segment) => {
    expect(() => parseKey(segment)).toThrow(Problem);
  });
});

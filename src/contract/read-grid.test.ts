import { parse } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { readGridRequest } from './read-grid.ts';

const read = (text: string) => readGridRequest(parse(text));

function refusal(text: string): {
  detail: string;
  pointer?: string | undefined;
  allowed?: readonly string[] | undefined;
} {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(400);
    return { detail: error.message, pointer: error.extras.pointer, allowed: error.extras.allowed };
  }
  throw new Error('nothing was refused');
}

const entity = (rest: string) => `{"unigrid":{"entities":[{"id":"a",${rest}}]}}`;
const argument = (json: string) =>
  `{"entities":[{"id":"a"}],"where":{"func":{"name":"EQ","args":[${json}]}}}`;

describe('a query document', () => {
  test('is accepted with and without its wrapper, and its pointers differ accordingly', () => {
    expect(read('{"entities":[{"id":"a"}]}').shape.pointer).toBe('');
    expect(read('{"unigrid":{"entities":[{"id":"a"}]}}').shape.pointer).toBe('/unigrid');
  });

  test('keeps every digit', () => {
    expect(read(argument('{"value":12345678901234567890.10}')).given.map(String)).toEqual([
      '12345678901234567890.10',
    ]);
  });

  test.each([
    [entity('"attributes":[{"id":5}]'), '/unigrid/entities/0/attributes/0/id', 'a text, not 5'],
    [entity('"attributes":[{"alias":"x"}]'), '/unigrid/entities/0/attributes/0/id', 'a text, not nothing'],
    [entity('"attributes":[7]'), '/unigrid/entities/0/attributes/0', 'an object, not 7'],
    [entity('"attributes":["name"]'), '/unigrid/entities/0/attributes/0', 'an object, not "name"'],
    [entity('"attributes":[null]'), '/unigrid/entities/0/attributes/0', 'an object, not null'],
    [entity('"attributes":[{"entity":{"id":1}}]'), '/unigrid/entities/0/attributes/0/entity/id', 'a text'],
    [entity('"attributes":{}'), '/unigrid/entities/0/attributes', 'a list, not an object'],
    [entity('"relation":3'), '/unigrid/entities/0/relation', 'an object, not 3'],
    [
      argument('{"value":{"a":1}}'),
      '/where/func/args/0/value',
      'a text, a number, true, false or null, not an object',
    ],
    [argument('{"value":[1,[2]]}'), '/where/func/args/0/value/1', 'not a list'],
    ['{"entities":[]}', '/entities', 'at least one entity'],
    ['{"entities":[{"id":"a"}],"limit":-1}', '/limit', 'a whole number'],
    ['{"entities":[{"id":"a"}],"limit":1.5}', '/limit', 'a whole number'],
    ['{"entities":[{"id":"a"}],"offset":"1"}', '/offset', 'a whole number'],
    ['{"entities":[{"id":"a"}],"order":[{"alias":"x","asc":1}]}', '/order/0/asc', 'true or false'],
    [
      entity('"attributes":[{"alias":"x","expr":{"period":{"unit":"day","offset":0}}}]'),
      '/unigrid/entities/0/attributes/0/expr/period',
      'There is no field "period"',
    ],
    ['[]', '', 'an object, not an empty list'],
    ['3', '', 'an object, not 3'],
  ])('%s is refused at %j', (text, pointer, words) => {
    const found = refusal(text);
    expect(found.pointer).toBe(pointer);
    expect(found.detail).toContain(words);
  });

  test.each([
    ['{"entities":[{"id":"a"}],"ordr":1}', '/ordr', 'order'],
    [
      entity('"attributes":[{"id":"x","selectd":true}]'),
      '/unigrid/entities/0/attributes/0/selectd',
      'selected',
    ],
    [argument('{"valu":1}'), '/where/func/args/0/valu', 'value'],
  ])('an unknown field is reported with the intended one: %s', (text, pointer, meant) => {
    const found = refusal(text);
    expect(found.pointer).toBe(pointer);
    expect(found.detail).toContain(`Did you mean "${meant}"?`);
    expect(found.allowed).toContain(meant);
  });

  test('an unknown name is refused with the allowed ones', () => {
    const found = refusal(entity('"attributes":[{"id":"x","summaries":["summ"]}]'));
    expect(found.pointer).toBe('/unigrid/entities/0/attributes/0/summaries/0');
    expect(found.allowed).toEqual(['sum', 'avg', 'min', 'max', 'count', 'count_distinct']);
  });

  test('a field called __proto__ is refused like any unknown one', () => {
    expect(refusal('{"entities":[{"id":"a"}],"__proto__":{"limit":1}}').pointer).toBe('/__proto__');
  });

  test('a slash or a tilde in a name is escaped in the pointer', () => {
    expect(refusal('{"entities":[{"id":"a"}],"a/b~c":1}').pointer).toBe('/a~1b~0c');
  });
});

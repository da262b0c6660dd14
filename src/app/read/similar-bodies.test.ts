import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../http/gate/body.ts';
import { readRequest } from './queries.ts';
import { SimilarBodies } from './similar-bodies.ts';

const readInFull = (text: string) => readRequest(parseJson(text));

/** Reads bodies and counts how often one was read in full. */
function counted() {
  let times = 0;
  const bodies = new SimilarBodies((text) => {
    times++;
    return readInFull(text);
  });
  return { bodies, times: () => times };
}

interface Filling {
  readonly value?: string;
  readonly page?: string;
  readonly more?: string;
}

const filter = (value: string) => `{"func":{"name":"EQ","args":[{"alias":"a"},{"value":${value}}]}}`;

const body = ({ value = '1', page = '"offset":0,"limit":10', more = '' }: Filling) =>
  `{"unigrid":{"entities":[{"id":"t","alias":"t","relation":null,"attributes":[{"id":"a"}]}],"where":${filter(value)},"order":[],${page}${more}}}`;

const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

test('a body that differs in its values only is not read in full again', () => {
  const { bodies, times } = counted();
  bodies.read(body({ value: '7' }));
  const first = times();
  for (const value of [
    '8',
    '"x"',
    '-2.50',
    '12345678901234567890',
    '1e5',
    '10.0',
    '"a \\"value\\": 5, b"',
    '"\\u00e4"',
  ]) {
    const text = body({ value, page: `"offset":${value.length},"limit":100` });
    expect(bodies.read(text), value).toEqual(readInFull(text));
  }
  expect(times()).toBe(first);
});

test.each([
  ['another member', body({ more: ',"count":"none"' })],
  ['a boolean', body({ value: 'true' })],
  ['a list', body({ value: '[1,2]' })],
  ['null', body({ value: 'null' })],
  ['an object', body({ value: '{"value":1}' })],
  ['a member twice', body({ more: ',"limit":3' })],
  ['a fraction as limit', body({ page: '"offset":0,"limit":1.5' })],
  ['a text as offset', body({ page: '"offset":"1","limit":1' })],
  ['no number', body({ value: '01' })],
  ['no string', body({ value: '"\\x"' })],
  ['a control character', body({ value: '"\u0001"' })],
  ['a cut-off body', body({}).slice(0, -1)],
])('a body with %s is read as if it were the first', (_, text) => {
  const { bodies } = counted();
  bodies.read(body({}));
  for (let i = 0; i < 3; i++)
    expect(outcome(() => bodies.read(text))).toEqual(outcome(() => readInFull(text)));
});

const attributes = (items: string) =>
  `{"entities":[{"id":"t","alias":"t","attributes":[${items}]}],"where":${filter('3')},"limit":5}`;
const computed = (value: string) =>
  attributes(`{"id":"a"},{"alias":"b","expr":{"fn":"ADD","args":[{"alias":"a"},{"value":${value}}]}}`);
const measured = (one: string, other: string) =>
  attributes(
    `{"id":"a"},${[one, other].map((value, i) => `{"alias":"r${i}","rollup":{"summary":"count","entity":{"id":"u","relation":{"attr_parent":"a"},"attributes":[{"id":"x","alias":"x${i}"}]},"where":{"func":{"name":"EQ","args":[{"alias":"x${i}"},{"value":${value}}]}}}}`).join()}`,
  );

test.each([
  ['the size of a number', computed('5'), computed('12345678')],
  ['the scale of a number', computed('5'), computed('0.25')],
  ['the type of a value', computed('5'), computed('"x"')],
  ['that two values are equal', measured('1', '2'), measured('3', '3')],
  ['that two values differ', measured('1', '1'), measured('3', '4')],
])('%s is noticed where it matters', (_, first, second) => {
  const { bodies } = counted();
  for (const text of [first, second, first, second]) expect(bodies.read(text)).toEqual(readInFull(text));
});

test('a value that belongs to the frame stays in its place', () => {
  const { bodies } = counted();
  const of = (value: string) =>
    body({ value, more: ',"parameters":[{"name":"p","type":"integer"}],"arguments":{"p":1}' });
  for (const value of ['0', '1', '"1"']) expect(bodies.read(of(value))).toEqual(readInFull(of(value)));
});

test('drawn bodies are read as in full', () => {
  const value = fc.oneof(
    fc.json(),
    fc.string().map((text) => JSON.stringify(text)),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom('01', '1.', '-', '1e400', '""', '"\\ud800"', '{"value":2}', '1 ', '  "x"'),
  );
  const page = fc.constantFrom(
    '"offset":0,"limit":10',
    '"limit": 3',
    '"offset":-1',
    '"count":"none"',
    '"limit":1e2',
  );
  const { bodies } = counted();
  fc.assert(
    fc.property(value, page, (value, page) => {
      const text = body({ value, page });
      expect(outcome(() => bodies.read(text))).toEqual(outcome(() => readInFull(text)));
    }),
    { numRuns: 2_000 },
  );
});

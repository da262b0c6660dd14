import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketNames } from '../../../src/contract/buckets.ts';
import { modeTypes } from '../../../src/contract/mode-types.ts';
import { summaryNames } from '../../../src/contract/summaries.ts';
import { shop, step } from '../../model/shop.fixture.ts';
import { type ColumnFormat, comparisons, dateForms, numberStyles, tones } from '../../values/columnFormat.ts';
import {
  type AttributeNode,
  branch,
  type EntityNode,
  emptyDocument,
  type QueryDocument,
  type Rule,
  rowHeights,
} from '../document.ts';
import { addList, addRoot } from '../edits.ts';
import { setComputed } from '../formula/computed.ts';
import { setFilter } from '../groups/counting.ts';
import { addMeasure, addOver, groupBy, setTotals } from '../groups/grouping.ts';
import { rollupsOf } from '../groups/rollups.ts';
import { setHaving, setTop } from '../groups/shownGroups.ts';
import { toUniGrid } from '../request.ts';
import { decode, encode } from './codec.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a b', "it's", '"q"', '(x)', '__proto__'),
);
const attribute = fc.record(
  {
    id: text,
    alias: text,
    selected: fc.boolean(),
    summaries: fc.uniqueArray(fc.constantFrom(...summaryNames), { minLength: 1 }),
    bucket: fc.constantFrom(...bucketNames),
  },
  { requiredKeys: ['id', 'alias', 'selected'] },
);
const link = fc.record({ attr_parent: text, attr_child: text }, { requiredKeys: ['attr_parent'] });
const { node } = fc.letrec<{ node: EntityNode }>((tie) => ({
  node: fc.record({
    id: text,
    relation: link,
    attributes: fc.array(fc.oneof({ maxDepth: 2 }, attribute, fc.record({ entity: tie('node') })), {
      maxLength: 3,
    }),
  }),
}));
const literal = fc.oneof(text, fc.boolean(), fc.integer());
const { rule } = fc.letrec<{ rule: Rule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      func: fc.record({
        name: text,
        args: fc.array(
          fc.oneof(
            fc.record({ alias: text }),
            fc.record({ param: text }),
            fc.record({ value: fc.oneof(literal, fc.array(literal)) }),
            fc.constant({}),
            fc.record({
              entity: node,
              of: text,
              where: fc.constant({ cond: { with: 'AND' as const, entries: [] } }),
            }),
          ),
          { maxLength: 3 },
        ),
      }),
    }),
    fc.record({
      cond: fc.record({
        with: fc.constantFrom('AND', 'OR', 'NOT', 'NONE'),
        entries: fc.array(tie('rule'), { maxLength: 3 }),
      }),
    }),
  ),
}));
const format: fc.Arbitrary<ColumnFormat> = fc.record({
  digits: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  grouping: fc.option(fc.boolean(), { nil: undefined }),
  style: fc.option(fc.constantFrom(...numberStyles), { nil: undefined }),
  currency: fc.option(fc.constantFrom('EUR', 'USD'), { nil: undefined }),
  date: fc.option(fc.constantFrom(...dateForms), { nil: undefined }),
  rules: fc.option(
    fc.array(
      fc.record({ when: fc.constantFrom(...comparisons), than: text, tone: fc.constantFrom(...tones) }),
      { minLength: 1, maxLength: 3 },
    ),
    { nil: undefined },
  ),
  scale: fc.option(fc.constantFrom(...tones), { nil: undefined }),
});
const document: fc.Arbitrary<QueryDocument> = fc.record({
  entities: fc.array(
    fc.record({
      id: text,
      alias: text,
      relation: fc.constant(null),
      attributes: fc.array(attribute, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  where: fc.record({
    cond: fc.record({
      with: fc.constantFrom('AND', 'OR', 'NOT', 'NONE'),
      entries: fc.array(rule, { minLength: 1, maxLength: 3 }),
    }),
  }),
  order: fc.array(fc.record({ alias: text, asc: fc.boolean() })),
  grouped: fc.boolean(),
  having: fc.record({
    cond: fc.record({ with: fc.constant('AND'), entries: fc.array(rule, { minLength: 1, maxLength: 2 }) }),
  }),
  top: fc.record(
    {
      n: fc.integer({ min: 1, max: 1000 }),
      by: text,
      asc: fc.boolean(),
      nulls: fc.constantFrom('first', 'last'),
      per: fc.array(text, { maxLength: 2 }),
    },
    { requiredKeys: ['n', 'by', 'asc', 'per'] },
  ),
  parameters: fc.array(
    fc.record(
      {
        name: text,
        type: fc.constantFrom(...modeTypes),
        label: text,
        required: fc.constant(true),
        many: fc.constant(true),
        default: fc.oneof(literal, fc.array(literal)),
      },
      { requiredKeys: ['name', 'type'] },
    ),
    { minLength: 1, maxLength: 2 },
  ),
  arguments: fc.dictionary(text, fc.oneof(literal, fc.array(literal)), { minKeys: 1, maxKeys: 2 }),
  view: fc.record(
    {
      order: fc.array(text),
      hidden: fc.array(text),
      pinned: fc.array(text),
      widths: fc.dictionary(text, fc.integer({ min: 56, max: 1200 })),
      lists: fc.constant([]),
      chart: fc.record(
        {
          kind: text,
          x: text,
          y: text,
          aggregate: fc.constantFrom(...summaryNames),
          bucket: fc.constantFrom(...bucketNames),
        },
        { requiredKeys: ['kind'] },
      ),
      names: fc.dictionary(text, text),
      formats: fc.dictionary(text, format),
      rowHeight: fc.constantFrom(...rowHeights),
    },
    { requiredKeys: ['order', 'hidden', 'pinned', 'widths', 'lists', 'names', 'formats'] },
  ),
});

describe('a query encoded in a URL', () => {
  test('is decoded to the same query, whatever it contains', () =>
    fc.assert(fc.property(document, (doc) => void expect(decode(encode(doc))).toEqual(doc))));
  test('needs only characters that are allowed in URLs', () =>
    fc.assert(fc.property(document, (doc) => void expect(encode(doc)).toMatch(/^[\w\-.~!*'(),:@/;$%]+$/))));
  test('with measures and lists is decoded to the same query', () => {
    const albums = addRoot(emptyDocument, shop, 'Album');
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const doc = addList(addMeasure(albums, shop, tracks, 'count'), tracks);
    expect(decode(encode(doc))).toEqual(doc);
  });
  test('with filters of measures is decoded to the same query', () => {
    const albums = addRoot(emptyDocument, shop, 'Album');
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const filter = {
      path: { ...tracks, attribute: 'Name' },
      operator: 'EQ',
      values: [{ kind: 'literal', value: 'x' }],
      quantity: 'only',
    } as const;
    const counted = addMeasure(addMeasure(albums, shop, tracks, 'count'), shop, tracks, 'max');
    const doc = setTotals(setFilter(counted, shop, filter, { write: (next) => next }), 'Count of Track', [
      'sum',
    ]);
    const read = decode(encode(doc));
    expect(read).toEqual(doc);
    expect(read && rollupsOf(read, shop)[0]?.rollup.where.cond.entries).toHaveLength(1);
  });
  test('with computed fields, shares, conditions on measures and a top is decoded to the same query', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    const expr = {
      fn: 'MUL',
      args: [
        { alias: 'Total' },
        { fn: 'ROUND', args: [{ value: 1.5 }, { value: 'x' }] },
        {
          case: [branch({ func: { name: 'GT', args: [{ alias: 'Total' }, { value: 5 }] } }, { value: 'y' })],
          else: { alias: 'Total' },
        },
      ],
    };
    const computed = setComputed(invoices, shop, 'Invoice', { name: 'Twice', expr });
    const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
    const grouped = addMeasure(groupBy(computed, shop, own('BuyerId')), shop, own('Twice'), 'sum');
    const over = {
      fn: 'share',
      of: 'sum_Twice',
      per: ['BuyerId'],
      order: [{ alias: 'BuyerId', asc: false }],
    } as const;
    const shared = addOver(grouped, shop, over, 'Share').doc;
    const rule = { func: { name: 'GT', args: [{ alias: 'sum_Twice' }, { value: '5' }] } };
    const doc = setTop(setHaving(shared, rule), { n: 3, by: 'sum_Twice', asc: false, per: ['BuyerId'] });
    expect(decode(encode(doc))).toEqual(doc);
    expect(toUniGrid(doc, new Date(2024, 0, 1))).toMatchObject({
      group: ['BuyerId'],
      having: { cond: { with: 'AND', entries: [rule] } },
      top: { n: 3, per: ['BuyerId'], order: [{ alias: 'sum_Twice', asc: false }] },
    });
    const sent = JSON.stringify(toUniGrid(doc, new Date(2024, 0, 1)).entities);
    expect(sent).toContain('{"alias":"Twice","selected":false,"summaries":["sum"],"expr":{"fn":"MUL"');
    expect(sent).toContain('{"alias":"Share","over":{"fn":"share"');
  });
  test('with window calculations from elsewhere is decoded to the same query', () => {
    const over = (alias: string, more: AttributeNode['over'], selected = true): AttributeNode => ({
      id: alias,
      alias,
      selected,
      ...(more && { over: more }),
    });
    const order = [
      { alias: 'Total', asc: true, nulls: 'first' as const },
      { alias: 'Day', asc: false },
    ];
    const attributes = [
      over('Mean', { fn: 'moving', of: 'Total', size: 3, order: [{ alias: 'Day', asc: true }] }),
      over('Sum', { fn: 'running', of: 'Total', per: ['Country'], order }),
      over('Rank', { fn: 'rank', of: 'Total' }, false),
      over('Previous', { fn: 'previous', of: 'Total', size: 2 }, false),
    ];
    const doc: QueryDocument = {
      ...emptyDocument,
      entities: [{ id: 'Invoice', alias: 'Invoice', relation: null, attributes }],
    };
    expect(decode(encode(doc))).toEqual(doc);
  });
  test('is short and readable', () =>
    expect(encode(addRoot(emptyDocument, shop, 'Album'))).toBe(
      "1(((null,('Album',null,null,'AlbumId','Title','ArtistId'))))e",
    ));
});

describe('a link', () => {
  test('ends with a letter, so that no program drops the last character', () =>
    fc.assert(fc.property(document, (doc) => void expect(encode(doc)).toMatch(/[a-z]$/))));
  test('from earlier versions without the final letter still works', () =>
    fc.assert(fc.property(document, (doc) => void expect(decode(encode(doc).slice(0, -1))).toEqual(doc))));
  test('that is cut off anywhere else is refused', () =>
    fc.assert(
      fc.property(document, fc.nat(), (doc, n) => {
        const code = encode(doc);
        const cut = code.slice(0, 1 + (n % (code.length - 2)));
        expect(decode(cut)).toBeUndefined();
      }),
    ));
});

describe('an invalid code', () => {
  const good = encode(addRoot(emptyDocument, shop, 'Album'));
  test.each(['', '9', '2(())', good.slice(0, -3), '1%', "1('x')", '1(((1,2)))', '1!*'])(
    '%s is refused',
    (code) => expect(decode(code)).toBeUndefined(),
  );
  test('never throws an error', () => fc.assert(fc.property(fc.string(), (code) => void decode(`1${code}`))));
});

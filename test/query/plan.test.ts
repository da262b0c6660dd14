/** Refusals of the planner: every error in a document is found before SQL is generated, with a pointer to it. */
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/contract/problem.ts';
import { readGridRequest } from '../../src/contract/read-grid.ts';
import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import { typeOf } from '../../src/dialects/sqlite/sql/types.ts';
import { buildDatabase } from '../../src/model/build.ts';
import { unrestricted } from '../../src/model/restrict.ts';
import { bindGiven } from '../../src/query/bind.ts';
import { planGrid } from '../../src/query/plan/planner.ts';
import { column, reference, table } from '../support/catalog.ts';

const typed = (name: string, nativeType: string) => column(name, { nativeType, ...typeOf(nativeType) });

const database = unrestricted(
  buildDatabase({
    defaultSchema: null,
    tables: [
      table('Artist', ['ArtistId', typed('Name', 'TEXT')], { primaryKey: ['ArtistId'] }),
      table(
        'Album',
        [
          'AlbumId',
          typed('Title', 'TEXT'),
          'ArtistId',
          typed('Released', 'DATE'),
          typed('Price', 'NUMERIC(10,2)'),
        ],
        { primaryKey: ['AlbumId'], foreignKeys: [reference(['ArtistId'], 'Artist')] },
      ),
      table('Duet', ['DuetId', 'LeadId', 'GuestId'], {
        primaryKey: ['DuetId'],
        foreignKeys: [reference(['LeadId'], 'Artist'), reference(['GuestId'], 'Artist')],
      }),
      table('Node', ['Tree', 'Number', 'Parent', 'Twin'], {
        primaryKey: ['Tree', 'Number'],
        foreignKeys: [
          reference(['Tree', 'Parent'], 'Node', ['Tree', 'Number']),
          reference(['Tree', 'Twin'], 'Leaf', ['Tree', 'Id']),
          reference(['Tree', 'Parent'], 'Leaf', ['Tree', 'Id']),
        ],
      }),
      table('Leaf', ['Tree', 'Id'], { primaryKey: ['Tree', 'Id'] }),
    ],
  }),
);

type Document = Record<string, unknown>;

function plan(document: Document) {
  const { shape, given } = readGridRequest(document);
  const planned = planGrid(sqlite.sql, database, shape.request, shape.pointer);
  bindGiven(sqlite.sql, planned, given, new Date());
  return planned;
}

function refusal(document: Document): Problem {
  try {
    plan(document);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const album = (...attributes: unknown[]) => [{ id: 'Album', attributes: [{ id: 'AlbumId' }, ...attributes] }];
const func = (name: string, ...args: unknown[]) => ({ func: { name, args } });
const fields = [{ id: 'Title' }, { id: 'Released' }, { id: 'Price' }];
const where = (condition: unknown): Document => ({ entities: album(...fields), where: condition });
const related = (id: string, relation: unknown, attributes: unknown[] = []) => ({
  entity: { id, relation, attributes },
});

describe('names', () => {
  test.each([
    [{ entities: [{ id: 'Albun', attributes: [] }] }, '/entities/0/id', 'Did you mean "Album"?'],
    [
      { entities: album({ id: 'Titel' }) },
      '/entities/0/attributes/1/id',
      'Album has no attribute "Titel". Did you mean "Title"?',
    ],
    [
      { unigrid: { entities: album({ id: 'Titel' }) } },
      '/unigrid/entities/0/attributes/1/id',
      'Did you mean',
    ],
    [{ entities: album(), order: [{ alias: 'albumid' }] }, '/order/0/alias', 'Did you mean "AlbumId"?'],
    [{ entities: album(), group: ['x'] }, '/group/0', 'No attribute has the alias "x".'],
    [where(func('EQ', { alias: 'Titl' }, { value: 1 })), '/where/func/args/0/alias', 'Did you mean "Title"?'],
    [where(func('ILKE', { alias: 'Title' }, { value: 'x' })), '/where/func/name', 'Did you mean "ILIKE"?'],
    [
      where({ cond: { with: 'XOR', entries: [func('IS_NULL', { alias: 'Title' })] } }),
      '/where/cond/with',
      'AND, OR or NOT',
    ],
  ])('in %j are refused at their pointer, with a hint', (document, pointer, words) => {
    const problem = refusal(document);
    expect(problem.status).toBe(400);
    expect(problem.extras.pointer).toBe(pointer);
    expect(problem.message).toContain(words);
  });

  test('that are unknown are refused with the names that are allowed', () => {
    expect(refusal({ entities: [{ id: 'Albun' }] }).extras.allowed).toContain('Album');
    const inner = func('EQ', { alias: 'Titl' }, { alias: 'Nam' });
    const entity = { id: 'Artist', relation: { attr_parent: 'ArtistId' }, attributes: [{ id: 'Name' }] };
    const problem = refusal(where(func('EXISTS', { entity, where: inner })));
    expect(problem.extras.allowed).toEqual(['Name', 'AlbumId', 'Title', 'Released', 'Price']);
    expect(problem.message).toContain('Did you mean "Title"?');
  });

  test('that are unknown to the schema cause it to be read again', () => {
    expect(refusal({ entities: [{ id: 'New' }] }).extras.unknownName).toBe(true);
    expect(refusal({ entities: album({ id: 'New' }) }).extras.unknownName).toBe(true);
    expect(refusal({ entities: album(), order: [{ alias: 'New' }] }).extras.unknownName).toBeUndefined();
  });

  test('of attributes and entities may be used only once as aliases', () => {
    const twice = album({ id: 'Title', alias: 'x' }, { id: 'Price', alias: 'x' });
    expect(refusal({ entities: twice }).extras.pointer).toBe('/entities/0/attributes/2/alias');
    const likeIds = album({ id: 'Title', alias: 'AlbumId' });
    expect(refusal({ entities: likeIds }).extras.pointer).toBe('/entities/0/attributes/1/alias');
    const before = album({ id: 'Price', alias: 'Title' }, { id: 'Title' });
    expect(refusal({ entities: before }).extras.pointer).toBe('/entities/0/attributes/2/id');
    const root = { id: 'Album', alias: 'x', attributes: [{ id: 'Title', alias: 'y' }] };
    expect(refusal({ entities: [root, { ...root, attributes: [] }] }).extras.pointer).toBe(
      '/entities/1/alias',
    );
    expect(() =>
      plan({
        entities: [...album(), { id: 'Album', alias: 'b', attributes: [{ id: 'AlbumId', alias: 'b' }] }],
      }),
    ).not.toThrow();
  });

  const columns = (document: Document) => plan(document).attributes.map(({ alias }) => alias);

  test('by default are unique: the first is the id, and the others get a number', () => {
    expect(columns({ entities: [...album(), ...album({ id: 'Title' })] })).toEqual([
      'AlbumId',
      'AlbumId (2)',
      'Title',
    ]);
    expect(columns({ entities: album({ id: 'AlbumId' }, { id: 'Title', alias: 'AlbumId (2)' }) })).toEqual([
      'AlbumId',
      'AlbumId (3)',
      'AlbumId (2)',
    ]);
  });

  test('that several attributes or entities have by default cannot be referred to', () => {
    const entities = [...album(), ...album({ id: 'Title' })];
    const problem = refusal({ entities, order: [{ alias: 'Title' }, { alias: 'AlbumId' }] });
    expect(problem.extras.pointer).toBe('/order/1/alias');
    expect(problem.message).toContain('give each attribute an alias');
    const exists = func('EXISTS', {
      entity: { id: 'Artist', relation: { attr_parent: 'ArtistId' } },
      of: 'Album',
    });
    const shared = refusal({ entities, where: exists });
    expect(shared.extras.pointer).toBe('/where/func/args/0/of');
    expect(shared.message).toContain('give each entity an alias');
    expect(plan({ entities, order: [{ alias: 'AlbumId (2)' }] }).order).toHaveLength(1);
  });

  test('given as aliases of entities have priority over default names', () => {
    const entities = [...album(), { id: 'Artist', alias: 'Album', attributes: [{ id: 'Name' }] }];
    const exists = func('EXISTS', {
      entity: { id: 'Album', relation: { attr_parent: 'ArtistId' } },
      of: 'Album',
    });
    expect(plan({ entities, where: exists }).where).toMatchObject({ of: { entity: { name: 'Artist' } } });
  });
});

describe('relations between entities', () => {
  test('follow a foreign key in either direction', () => {
    expect(plan({ entities: album(related('Artist', { attr_parent: 'ArtistId' })) }).nodes).toHaveLength(2);
    const artist = {
      id: 'Artist',
      attributes: [{ id: 'Name' }, related('Album', { attr_parent: 'ArtistId' })],
    };
    expect(plan({ entities: [artist] }).nodes[1]?.relation?.kind).toBe('one2many');
  });

  test('are listed in the refusal if several fit', () => {
    const duets = (relation: unknown) => ({
      entities: [{ id: 'Artist', attributes: [{ id: 'Name' }, related('Duet', relation)] }],
    });
    const problem = refusal(duets({ attr_parent: 'ArtistId' }));
    expect(problem.status).toBe(409);
    expect(problem.extras.pointer).toBe('/entities/0/attributes/1/entity/relation');
    expect(problem.extras.allowed).toEqual(['LeadId', 'GuestId']);
    expect(plan(duets({ attr_parent: 'ArtistId', attr_child: 'GuestId' })).nodes).toHaveLength(2);
  });

  test('that share an attribute are distinguished by another attribute of the child', () => {
    const nodes = (relation: unknown) => ({
      entities: [{ id: 'Node', attributes: [{ id: 'Number' }, related('Node', relation)] }],
    });
    const problem = refusal(nodes({ attr_parent: 'Tree' }));
    expect(problem.status).toBe(409);
    expect(problem.extras.allowed).toEqual(['Number', 'Parent']);
    const kindBy = (child: string) =>
      plan(nodes({ attr_parent: 'Tree', attr_child: child })).nodes[1]?.relation?.kind;
    expect([kindBy('Number'), kindBy('Parent')]).toEqual(['many2one', 'one2many']);
    expect(refusal(nodes({ attr_parent: 'Tree', attr_child: 'Tree' })).status).toBe(409);
    expect(refusal(nodes({ attr_parent: 'Tree', attr_child: 'Twin' })).extras.allowed).toEqual([
      'Tree',
      'Number',
      'Parent',
    ]);
  });

  test('that share all attributes of the child are distinguished by those of the parent', () => {
    const leaves = (relation: unknown) => ({
      entities: [{ id: 'Node', attributes: [{ id: 'Number' }, related('Leaf', relation)] }],
    });
    const problem = refusal(leaves({ attr_parent: 'Tree' }));
    expect(problem.status).toBe(409);
    expect(problem.message).toContain('name another relation.attr_parent');
    expect(problem.extras.allowed).toEqual(['Twin', 'Parent']);
    expect(plan(leaves({ attr_parent: 'Twin' })).nodes[1]?.relation?.ownColumns[1]?.name).toBe('Twin');
  });

  test.each([
    [null, '/relation', ['ArtistId']],
    [{ attr_parent: 'Title' }, '/relation/attr_parent', ['ArtistId']],
    [{ attr_parent: 'ArtistId', attr_child: 'Name' }, '/relation/attr_child', ['ArtistId']],
  ])('%j leads nowhere, and the refusal lists what would', (relation, pointer, allowed) => {
    const { extras } = refusal({ entities: album(related('Artist', relation)) });
    expect(extras.pointer).toBe(`/entities/0/attributes/1/entity${pointer}`);
    expect(extras.allowed).toEqual(allowed);
  });

  test('are refused on root entities', () => {
    const { extras } = refusal({
      entities: [{ id: 'Album', relation: { attr_parent: 'x' }, attributes: [] }],
    });
    expect(extras.pointer).toBe('/entities/0/relation');
  });

  test('may be nested 32 deep, and may join 64 entities', () => {
    const nested = (depth: number): unknown =>
      depth === 0
        ? { id: 'ArtistId', alias: 'last' }
        : related(depth % 2 === 0 ? 'Album' : 'Artist', { attr_parent: 'ArtistId' }, [nested(depth - 1)]);
    const chain = (depth: number) => ({
      entities: [{ id: depth % 2 === 0 ? 'Artist' : 'Album', attributes: [nested(depth)] }],
    });
    expect(plan(chain(32)).nodes).toHaveLength(33);
    expect(refusal(chain(33)).message).toContain('at most 32 deep');
    const wide = (count: number) => ({
      entities: album(...Array.from({ length: count }, () => related('Artist', { attr_parent: 'ArtistId' }))),
    });
    expect(plan(wide(64)).nodes).toHaveLength(65);
    expect(refusal(wide(65)).message).toContain('at most 64');
  });
});

describe('conditions', () => {
  test.each([
    [func('EQ', { alias: 'AlbumId' }, { value: 'abc' }), '/where/func/args/1/value', 'type is integer'],
    [func('EQ', { alias: 'AlbumId' }, { value: true }), '/where/func/args/1/value', '"true" is not a value'],
    [func('LT', { value: 'x' }, { alias: 'Price' }), '/where/func/args/0/value', 'type is numeric'],
    [func('EQ', { alias: 'Released' }, { value: '2024-02-30' }), '/where/func/args/1/value', 'type is date'],
    [func('IN', { alias: 'AlbumId' }, { value: [1, 'x'] }), '/where/func/args/1/value/1', 'is not a value'],
    [func('IN', { alias: 'AlbumId' }, { value: [1, null] }), '/where/func/args/1/value/1', 'IS_NULL'],
    [
      func('IN', { alias: 'AlbumId' }, { value: 1 }, { value: [2] }),
      '/where/func/args/2/value',
      'not a list',
    ],
    [func('EQ', { alias: 'Title' }, { value: null }), '/where/func/args/1/value', 'IS_NULL'],
    [func('EQ', { alias: 'Title' }, { value: ['a'] }), '/where/func/args/1/value', 'not a list'],
    [func('EQ', { alias: 'Title' }), '/where/func/args', 'takes 2 arguments, and 1 came'],
    [func('EQ', { alias: 'Title' }, {}), '/where/func/args/1', 'open end'],
    [func('EQ', { value: 1 }, { value: 1 }), '/where/func/args', 'at least one attribute'],
    [func('EQ', { alias: 'Title', value: 1 }, { value: 1 }), '/where/func/args/0', 'either'],
    [func('IS_NULL', { value: 1 }), '/where/func/args/0', '{alias}'],
    [func('EXISTS', { alias: 'Title' }), '/where/func/args/0', '{entity, of, where}'],
    [func('EQ', { alias: 'Title' }, { alias: 'AlbumId' }), '/where/func/args', 'do not compare'],
    [{ cond: { with: 'AND', entries: [] }, func: { name: 'EQ', args: [] } }, '/where', 'not both'],
  ])('%j is refused at %s', (condition, pointer, words) => {
    const problem = refusal(where(condition));
    expect(problem.status).toBe(400);
    expect(problem.extras.pointer).toBe(pointer);
    expect(problem.message).toContain(words);
  });

  test('may be nested 32 deep', () => {
    const nested = (depth: number): unknown =>
      depth === 0
        ? func('IS_NULL', { alias: 'Title' })
        : { cond: { with: 'NOT', entries: [nested(depth - 1)] } };
    expect(plan(where(nested(32))).where).not.toBeNull();
    expect(refusal(where(nested(33))).message).toContain('at most 32 deep');
  });

  test('within EXISTS count towards the depth of the conditions around them', () => {
    const nested = (depth: number): unknown => {
      if (depth === 0) return null;
      const entity = { id: depth % 2 === 0 ? 'Album' : 'Artist', relation: { attr_parent: 'ArtistId' } };
      return func('EXISTS', {
        entity: { ...entity, alias: `e${depth}` },
        of: `e${depth + 1}`,
        where: nested(depth - 1),
      });
    };
    const chain = (depth: number) => ({
      entities: [
        {
          id: depth % 2 === 0 ? 'Artist' : 'Album',
          alias: `e${depth + 1}`,
          attributes: [{ id: 'ArtistId' }],
        },
      ],
      where: nested(depth),
    });
    expect(plan(chain(33)).where).not.toBeNull();
    expect(refusal(chain(34)).message).toContain('at most 32 deep');
  });

  test.each([
    null,
    {},
    { cond: { with: 'AND', entries: [] } },
    { cond: { with: 'NOTEQUAL', entries: [] } },
    { cond: { with: 'NOT', entries: [{ cond: { with: 'OR', entries: [{}] } }] } },
    func('BETWEEN_INC', { alias: 'Title' }, {}, {}),
  ])('are absent for %j', (condition) => {
    expect(plan(where(condition)).where).toBeNull();
  });

  test('with EXISTS relate to the only root, or to the entity that "of" names', () => {
    const albums = (of?: string) =>
      func('EXISTS', {
        entity: { id: 'Album', relation: { attr_parent: 'ArtistId' } },
        ...(of === undefined ? {} : { of }),
      });
    const artist = (alias: string) => ({
      id: 'Artist',
      alias,
      attributes: [{ id: 'Name', alias: `name of ${alias}` }],
    });
    expect(plan({ entities: [artist('a')], where: albums() }).where).toMatchObject({ kind: 'exists' });
    const two = { entities: [artist('a'), artist('b')] };
    expect(refusal({ ...two, where: albums() }).message).toContain('"of" must name');
    expect(refusal({ ...two, where: albums() }).extras.allowed).toEqual(['a', 'b']);
    expect(refusal({ ...two, where: albums('c') }).extras.pointer).toBe('/where/func/args/0/of');
    expect(plan({ ...two, where: albums('b') }).where).toMatchObject({ kind: 'exists', of: { index: 1 } });
  });
});

const sameSummaries = album(
  { id: 'Price', alias: 'distinct_x', summaries: ['count'] },
  { id: 'Title', alias: 'x', summaries: ['count_distinct'] },
);

describe('columns, summaries and groups', () => {
  test.each([
    [
      { entities: [{ id: 'Album', attributes: [{ id: 'Title', selected: false }] }] },
      '/entities',
      'No attribute is selected',
    ],
    [
      { entities: album({ id: 'Title', summaries: ['max', 'sum'] }) },
      '/entities/0/attributes/1/summaries/1',
      'sum needs numbers',
    ],
    [
      { entities: album({ id: 'Title', bucket: 'month' }), group: ['Title'] },
      '/entities/0/attributes/1/bucket',
      'Periods need dates',
    ],
    [
      { entities: album({ id: 'Released', bucket: 'hour' }), group: ['Released'] },
      '/entities/0/attributes/1/bucket',
      'no hours',
    ],
    [{ entities: album({ id: 'Released', bucket: 'year' }) }, '/entities/0/attributes/1/bucket', '"group"'],
    [{ entities: album({ id: 'Title' }), group: ['Title', 'Title'] }, '/group/1', 'twice'],
    [
      { entities: album({ id: 'Title' }), group: ['Title'], order: [{ alias: 'AlbumId' }] },
      '/order/0/alias',
      'no column of the groups',
    ],
    [
      {
        entities: album({ id: 'Title', alias: 'sum_Price' }, { id: 'Price', summaries: ['min', 'sum'] }),
        group: ['sum_Price'],
      },
      '/entities/0/attributes/2/summaries/1',
      'Two columns of the answer would be called "sum_Price"',
    ],
    [{ entities: sameSummaries, group: ['AlbumId'] }, '/entities/0/attributes/2/summaries/0', 'Two columns'],
  ])('%j is refused at %s', (document, pointer, words) => {
    const problem = refusal(document);
    expect(problem.extras.pointer).toBe(pointer);
    expect(problem.message).toContain(words);
  });

  test('summaries of the same name are refused only where they become columns', () => {
    const { shape } = readGridRequest({ entities: sameSummaries });
    expect(() => planGrid(sqlite.sql, database, shape.request, shape.pointer, 'summaries')).toThrow(
      'Two columns of the answer would be called "count_distinct_x"',
    );
    expect(plan({ entities: sameSummaries }).summaries).toHaveLength(2);
  });

  test('summaries may be null', () => {
    expect(plan({ entities: album({ id: 'Title', summaries: null }) }).summaries).toEqual([]);
  });

  test('groups may be sorted by their columns and by their summaries', () => {
    const document = {
      entities: album({ id: 'Title' }, { id: 'Price', summaries: ['sum'] }),
      group: ['Title'],
      order: [{ alias: 'sum_Price', asc: false }, { alias: 'Title' }],
    };
    expect(plan(document).order).toHaveLength(2);
  });
});

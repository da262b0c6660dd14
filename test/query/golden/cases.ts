/** The requests whose SQL is approved: one for each kind of statement. */

import { pageOptions, type Query, readQuery } from '../../../src/app/read/query.ts';
import { bytesStatement, listStatement, recordStatement } from '../../../src/app/read/record-statements.ts';
import { entityOf, type Snapshot } from '../../../src/app/snapshot.ts';
import { readGridRequest } from '../../../src/contract/read-grid.ts';
import type { UserRights } from '../../../src/identity/rights.ts';
import {
  copiedRow,
  jsonRow,
  objectRow,
  type RowFormat,
  separatedRow,
  textRow,
} from '../../../src/query/compile/formats.ts';
import type { Statement } from '../../../src/query/dialect/statement.ts';
import { typeOf } from '../../../src/query/plan/plan.ts';
import { analysis } from './analysis.ts';

export interface Case {
  /** Also the name of its file. */
  readonly name: string;
  /** The statements, keyed by a word for their purpose. */
  statements(snapshot: Snapshot): Readonly<Record<string, Statement | null>>;
}

const addresses = {
  base: 'http://localhost',
  recordPrefix: (entity: string) => `http://localhost/api/database/tables/${entity}/recs/[`,
  bySuffix: (columns: readonly string[]) => `?${columns.map((name) => `by=${name}`).join('&')}`,
};

const func = (name: string, ...args: unknown[]) => ({ func: { name, args } });
const is = (name: string, alias: string, ...values: unknown[]) =>
  func(name, { alias }, ...values.map((value) => ({ value })));
const all = (...entries: unknown[]) => ({ cond: { with: 'AND', entries } });
const any = (...entries: unknown[]) => ({ cond: { with: 'OR', entries } });
const none = (...entries: unknown[]) => ({ cond: { with: 'NOT', entries } });
const hidden = (id: string) => ({ id, selected: false });
const related = (id: string, attr_parent: string, ...attributes: unknown[]) => ({
  entity: { id, relation: { attr_parent }, attributes },
});

const album = (...more: unknown[]) => ({ id: 'album', attributes: [{ id: 'id' }, { id: 'title' }, ...more] });
const artistOf = related('artist', 'artist_id', { id: 'name', alias: 'artist' });
const albumWithArtist = {
  id: 'album',
  attributes: [
    { id: 'id' },
    { id: 'title' },
    hidden('artist_id'),
    { entity: { ...artistOf.entity, relation: { attr_parent: 'artist_id' } } },
  ],
};
const tracksOf = (...attributes: unknown[]) => related('track', 'id', ...attributes);

const query = (snapshot: Snapshot, body: object): Query => readQuery(snapshot, readGridRequest(body));

function page(asked: Query, format: RowFormat = jsonRow, withCursors = true): Statement {
  return asked.page(format, pageOptions(asked, asked.paging.limit ?? 100n, withCursors));
}

/** A page as the query endpoint requests it, with the statements that count and summarize its rows. */
function paged(name: string, body: object): Case {
  return {
    name,
    statements(snapshot) {
      const asked = query(snapshot, body);
      return { page: page(asked), totals: asked.totals({ count: true })?.statement ?? null };
    },
  };
}

/** A file export. */
function exported(name: string, body: object, format: (snapshot: Snapshot) => RowFormat): Case {
  return {
    name,
    statements(snapshot) {
      const asked = query(snapshot, body);
      return { rows: asked.page(format(snapshot), pageOptions(asked, null, false)) };
    },
  };
}

const keyOf = (snapshot: Snapshot, name: string, key: Readonly<Record<string, string | null>>) => {
  const entity = entityOf(snapshot.database, name);
  const columns = Object.keys(key).flatMap((column) => entity.column.get(column) ?? []);
  return { entity, key: { columns, texts: Object.values(key), isUnique: entity.keyKind !== 'all' } };
};

function record(name: string, of: string, parts: Readonly<Record<string, string | null>>): Case {
  return {
    name,
    statements(snapshot) {
      const { entity, key } = keyOf(snapshot, of, parts);
      const one = recordStatement(snapshot, entity, addresses, key);
      const keyed = one?.hints?.keyed;
      return {
        record: one,
        ...(keyed && { 'three of them': keyed.reads.together([keyed.values, keyed.values, keyed.values]) }),
      };
    },
  };
}

function listed(name: string, entity: string, limit: bigint | null, offset: bigint): Case {
  return {
    name,
    statements: (snapshot) => ({
      list: listStatement(snapshot, entityOf(snapshot.database, entity), addresses, { limit, offset }),
    }),
  };
}

/** Rights on the albums of one artist, plus the code of albums for sale, and on long tracks. */
const limited: UserRights = {
  roles: ['label', 'shop'],
  attributes: { artist: 3 },
  policy: {
    roles: {
      label: {
        album: {
          read: {
            columns: ['*', '-code'],
            rows: { func: { name: 'EQ', args: [{ attr: 'artist_id' }, { user: 'artist' }] } },
          },
        },
        track: {
          read: { rows: { func: { name: 'GT', args: [{ attr: 'length' }, { value: 60 }] } } },
        },
        artist: { read: true },
      },
      shop: {
        album: { read: { rows: { func: { name: 'EQ', args: [{ attr: 'sold' }, { value: false }] } } } },
      },
    },
  },
};

/** The same for a user with restricted rights. */
function forLimited({ name, statements }: Case): Case {
  return {
    name: `limited-${name}`,
    statements: (snapshot) => statements({ ...snapshot, ...snapshot.as(limited) }),
  };
}

export const cases: readonly Case[] = [
  listed('list', 'album', null, 0n),
  listed('list-page', 'album', 20n, 40n),
  listed('list-without-key', 'word', null, 0n),
  listed('list-of-view', 'cheap', null, 0n),
  listed('list-by-two-columns', 'play', 5_000n, 10n),
  record('record', 'album', { id: '7' }),
  record('record-by-two-columns', 'play', { listener: '7', number: '3' }),
  record('record-by-other-column', 'album', { code: 'x' }),
  record('record-without-key', 'word', { word: 'x', weight: null }),
  {
    name: 'bytes',
    statements(snapshot) {
      const { entity, key } = keyOf(snapshot, 'track', { id: '7' });
      const cover = entity.column.get('cover');
      if (cover === undefined) throw new Error('a track has a cover');
      return { bytes: bytesStatement(snapshot, entity, cover, key) };
    },
  },
  forLimited(
    paged('page-sorted-by-keys', {
      entities: [
        {
          id: 'track',
          attributes: [{ id: 'name' }, hidden('album_id'), related('album', 'album_id', { id: 'title' })],
        },
      ],
      order: [{ alias: 'name' }],
    }),
  ),
  forLimited(record('record', 'track', { id: '7' })),
  forLimited(record('record-with-values-of-some', 'album', { id: '7' })),
  forLimited(paged('page', { entities: [{ id: 'track', attributes: [{ id: 'id' }, { id: 'name' }] }] })),
  forLimited(listed('list', 'track', null, 0n)),
  paged('page', { entities: [album()] }),
  paged('page-offset', { entities: [album()], limit: 10, offset: 30 }),
  paged('page-large', { entities: [album()], limit: 6_000 }),
  paged('page-related', { entities: [albumWithArtist], order: [{ alias: 'title' }] }),
  paged('page-of-view', { entities: [{ id: 'cheap', attributes: [{ id: 'title' }] }] }),
  paged('page-one2many', { entities: [album(tracksOf({ id: 'name' }))] }),
  paged('sort-nulls', {
    entities: [album({ id: 'released' }, { id: 'price' })],
    order: [{ alias: 'released', asc: false }, { alias: 'price', nulls: 'first' }, { alias: 'title' }],
  }),
  paged('search', {
    entities: [albumWithArtist],
    where: is('ILIKE', 'artist', 'ab'),
    order: [{ alias: 'title' }],
  }),
  paged('search-folded', { entities: [album()], where: is('ICONTAINS', 'title', 'Größe') }),
  paged('patterns', {
    entities: [album()],
    where: any(
      is('LIKE', 'title', 'a_c%'),
      is('ISTARTS_WITH', 'title', 'kind'),
      is('NOT_IENDS_WITH', 'title', 'x'),
    ),
  }),
  paged('comparisons', {
    entities: [album({ id: 'released' }, { id: 'price' }, { id: 'sold' })],
    where: all(
      is('GT', 'price', 9.5),
      is('BETWEEN_INC', 'released', '2020-01-01', '2020-12-31T10:00:00Z'),
      is('EQ', 'sold', true),
      is('NOT_EQ', 'title', 'x'),
      none(is('IEQ', 'title', 'Y'), is('IS_NULL', 'price')),
      func('LT', { alias: 'id' }, { alias: 'price' }),
    ),
  }),
  paged('comparisons-between-values', {
    entities: [album({ id: 'price' }), { id: 'track', attributes: [{ id: 'length' }] }],
    where: all(
      is('LT', 'price', 9.999),
      is('GT', 'length', '0.10000000000000000000001'),
      is('EQ', 'id', 2.5),
    ),
  }),
  paged('lists', {
    entities: [album({ id: 'released' })],
    where: all(
      is('IN', 'id', [1, 2, 3]),
      is('NOT_IN', 'title', ['x', 'y']),
      is('IN', 'released', ['2020-01-01']),
      any(is('IN', 'id', []), is('IS_NULL', 'released')),
    ),
  }),
  paged('long-lists', {
    entities: [album({ id: 'price' })],
    where: all(
      is(
        'IN',
        'id',
        Array.from({ length: 20 }, (_, i) => i),
      ),
      is(
        'IN',
        'title',
        Array.from({ length: 20 }, (_, i) => `"${i}"`),
      ),
      is(
        'NOT_IN',
        'price',
        Array.from({ length: 20 }, (_, i) => i + 0.5),
      ),
    ),
  }),
  paged('exists', {
    entities: [album()],
    where: all(
      func('EXISTS', {
        entity: { id: 'track', relation: { attr_parent: 'id' }, attributes: [{ id: 'name' }] },
        where: is('ILIKE', 'name', 'love'),
      }),
      func('NOT_EXISTS', { entity: { id: 'artist', relation: { attr_parent: 'producer_id' } } }),
    ),
  }),
  paged('roots', {
    entities: [album(), { id: 'track', alias: 't', attributes: [{ id: 'name' }, hidden('album_id')] }],
    where: func('EQ', { alias: 'id' }, { alias: 'album_id' }),
  }),
  // Long values are read after the join is sorted.
  paged('roots-long-values', {
    entities: [album(), { id: 'track', alias: 't', attributes: [{ id: 'cover' }] }],
  }),
  {
    name: 'cursor',
    statements(snapshot) {
      const asked = query(snapshot, {
        entities: [album({ id: 'released' })],
        order: [{ alias: 'released' }, { alias: 'title', asc: false }],
      });
      const options = pageOptions(asked, 100n, true);
      const after = (...values: (string | null)[]) =>
        asked.page(jsonRow, { ...options, after: { position: 100n, values } });
      const date = snapshot.dialect.name === 'sqlite' ? 'S2020-01-01' : '2020-01-01';
      const title = snapshot.dialect.name === 'sqlite' ? 'Sx' : 'x';
      return { 'after a value': after(date, title, '7'), 'after NULL': after(null, title, '7') };
    },
  },
  {
    name: 'cursor-by-key',
    statements(snapshot) {
      const asked = query(snapshot, { entities: [{ id: 'play', attributes: [{ id: 'at' }] }] });
      const options = pageOptions(asked, 100n, true);
      return { page: asked.page(jsonRow, { ...options, after: { position: 100n, values: ['7', '3'] } }) };
    },
  },
  paged('groups', {
    entities: [
      album(
        { id: 'price', summaries: ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] },
        { id: 'sold' },
      ),
    ],
    group: ['sold', 'title'],
    order: [{ alias: 'sum_price', asc: false }],
  }),
  {
    name: 'groups-after-cursor',
    statements(snapshot) {
      const asked = query(snapshot, {
        entities: [album({ id: 'price', summaries: ['sum'] })],
        group: ['title'],
      });
      const options = pageOptions(asked, 100n, true);
      const title = snapshot.dialect.name === 'sqlite' ? 'Sx' : 'x';
      return { page: asked.page(jsonRow, { ...options, after: { position: 100n, values: [title] } }) };
    },
  },
  paged('buckets', {
    entities: [
      {
        id: 'track',
        attributes: [
          { id: 'added', bucket: 'month' },
          { id: 'length', summaries: ['avg'] },
        ],
      },
    ],
    group: ['added'],
  }),
  paged('groups-fan-out', {
    entities: [album({ id: 'price', summaries: ['sum'] }, tracksOf({ id: 'name', summaries: ['count'] }))],
    group: ['title'],
  }),
  // A join that only repeats rows is left out.
  paged('groups-beside-related', {
    entities: [album({ id: 'price', summaries: ['sum'] }, tracksOf({ id: 'name', selected: false }))],
    group: ['title'],
  }),
  ...Object.entries(analysis).map(([name, document]) => paged(name, document)),
  paged('summary-of-required-column', {
    entities: [{ id: 'album', attributes: [{ id: 'title', summaries: ['count'] }] }],
  }),
  paged('summaries', {
    entities: [album({ id: 'price', summaries: ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] })],
  }),
  paged('summaries-fan-out', {
    entities: [
      album({ id: 'price', summaries: ['sum'] }, tracksOf({ id: 'length', summaries: ['sum', 'max'] })),
      { id: 'word', alias: 'w', attributes: [{ id: 'weight', summaries: ['sum'] }] },
    ],
  }),
  {
    name: 'summaries-alone',
    statements(snapshot) {
      const entities = [album({ id: 'price', summaries: ['sum'] })];
      return { summaries: query(snapshot, { entities }).summaries().statement };
    },
  },
  {
    name: 'estimate',
    statements(snapshot) {
      const asked = query(snapshot, { entities: [albumWithArtist], where: is('EQ', 'artist', 'x') });
      return { asked: asked.bare() };
    },
  },
  {
    name: 'total-in-page',
    statements(snapshot) {
      const byMatches = query(snapshot, {
        entities: [albumWithArtist],
        where: is('ILIKE', 'artist', 'ab'),
        order: [{ alias: 'title' }],
      });
      const byIndex = query(snapshot, {
        entities: [{ id: 'track', attributes: [{ id: 'name' }, { id: 'album_id' }] }],
        where: is('EQ', 'album_id', 7),
        order: [{ alias: 'name' }],
      });
      const totalOf = (asked: Query) => {
        const { totalSource: totalBy } = asked;
        if (totalBy === null) return null;
        return asked.page(jsonRow, { ...pageOptions(asked, 100n, true), totalBy });
      };
      return { 'of the matches': totalOf(byMatches), 'by an index': totalOf(byIndex) };
    },
  },
  exported('export-csv', { entities: [albumWithArtist] }, () => separatedRow(',', false)),
  exported('export-csv-safe', { entities: [album()] }, () => separatedRow(',', true)),
  exported('export-ndjson', { entities: [album()], order: [{ alias: 'title' }] }, () => objectRow),
  exported(
    'export-xlsx',
    { entities: [{ id: 'track', attributes: [{ id: 'added' }, { id: 'cover' }] }] },
    () => textRow,
  ),
  exported(
    'export-groups',
    { entities: [album({ id: 'price', summaries: ['sum'] })], group: ['title'] },
    () => separatedRow('\t', false),
  ),
  {
    name: 'export-copied',
    statements(snapshot) {
      const { copying } = snapshot.dialect.sql;
      if (copying === undefined) return { rows: null };
      const asked = query(snapshot, { entities: [album({ id: 'released' })] });
      const rows = asked.page(copiedRow(copying, ','), pageOptions(asked, null, false));
      const columns = asked.plan.attributes.map(({ value }) => typeOf(value));
      return { rows: copying.statement(rows, ',', columns) };
    },
  },
];

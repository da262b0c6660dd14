/**
 * Foreign keys that are equal to the referenced value only by collation: the link leads to the same record as the
 * engine's own join.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, Subject } from '../../conformance/subject.ts';
import { serve } from '../../query/service.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';
import { type EqualKeys, tablesOf } from '../equal-keys.ts';

interface Case extends EqualKeys {
  readonly what: string;
}

const cases: readonly Case[] = [
  {
    what: 'case',
    type: 'varchar(20) collate utf8mb4_general_ci',
    rows: { Abc: ['ABC', 'abc', 'Abc'], x: ['X'] },
  },
  {
    what: 'accents',
    type: 'varchar(20) collate utf8mb4_general_ci',
    rows: { été: ['ete', 'ÉTÉ', 'Été'], nino: ['niño'] },
  },
  {
    what: 'blanks',
    type: 'varchar(20) collate utf8mb4_bin',
    rows: { a: ['a ', 'a   '], '': ['', '  '], 'b  ': ['b', 'b '] },
  },
  { what: 'blanks of CHAR', type: 'char(20) collate utf8mb4_general_ci', rows: { a: ['A', 'a  '] } },
  {
    what: 'letters that are two',
    type: 'varchar(20) collate utf8mb4_unicode_ci',
    rows: { straße: ['strasse', 'STRASSE'], 'zero\u200bwidth': ['zerowidth'] },
  },
  {
    what: 'case in other characters',
    type: 'varchar(20) character set latin1 collate latin1_swedish_ci',
    rows: { É: ['é', 'e', 'É'], '?': ['?'] },
  },
  { what: 'case in UTF-16', type: 'varchar(20) character set utf16', rows: { 'a🎺': ['A🎺'] } },
  { what: 'members', type: `enum('a', 'B', '') collate utf8mb4_general_ci`, rows: { a: ['A'], B: ['b'] } },
  { what: 'bytes, which are what they are', type: 'varbinary(20)', rows: { a: ['a'], 'a ': ['a '] } },
  {
    what: 'numbers of other digits',
    type: 'decimal(20,4)',
    rows: { '1.5': ['1.50', '1.5000'], '-0': ['0'] },
  },
];

describe('links of MySQL', () => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await createDatabase('mysql');
    await database.run(cases.map((one, i) => tablesOf(one, i, '')).join('\n'));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  /** The number of the parent that a child references. */
  const numberIn = (record: string): number => JSON.parse(record).n;

  test.each(cases.map((which, i) => ({ ...which, i })))(
    'with values equal by $what lead to their record',
    async ({ rows, i }) => {
      const list = await subject.list(`c${i}`);
      const children = rowsOf(list);
      expect(children).toHaveLength(Object.values(rows).flat().length);
      for (const [at, child] of children.entries()) {
        const own = JSON.parse(`[${list}]`)[at];
        const urls = Object.values(child.__links__);
        expect(new Set(urls).size).toBe(3);
        // Concurrently, so that they may be combined into one statement.
        const targets = await Promise.all(urls.map((url) => subject.follow(url)));
        expect(targets.map(numberIn)).toEqual(urls.map(() => own.n));
        // The record contains its own address, which leads to it again.
        for (const target of targets) {
          const { __url__ } = JSON.parse(target);
          expect(await subject.follow(__url__)).toBe(target);
        }
      }
    },
  );

  test('lead to their records when followed at the same time', async () => {
    const urls = rowsOf(await subject.list('c0')).flatMap(({ __links__ }) => Object.values(__links__));
    const alone: string[] = [];
    for (const url of urls) alone.push(await subject.follow(url));
    expect(await Promise.all(urls.map((url) => subject.follow(url)))).toEqual(alone);
  });

  test.each(cases.map((which, i) => ({ ...which, i })))(
    'with values equal by $what are joined in both directions',
    async ({ rows, i }) => {
      await using service = await serve(database.url);
      const names = Object.keys(rows);
      const query = async (entities: unknown[]) =>
        JSON.parse((await service.query(JSON.stringify({ entities, limit: 100 }))).body).data;
      const child = (relation: object | null) => ({
        id: `c${i}`,
        relation,
        attributes: [{ id: 'id', alias: 'child' }],
      });
      const down = await query([
        {
          id: `p${i}`,
          attributes: [{ id: 'n' }, { entity: child({ attr_parent: 'code', attr_child: 'code' }) }],
        },
      ]);
      const expected = await database.rows(
        `select p.n, c.id from p${i} p join c${i} c on c.code = p.code order by c.id`,
      );
      expect(down.toSorted((a: number[], b: number[]) => (a[1] ?? 0) - (b[1] ?? 0))).toEqual(expected);
      expect(expected).toHaveLength(names.flatMap((name) => rows[name] ?? []).length);
    },
  );
});

test('a foreign key between different ENUMs leads to the member of the same name, like a join', async () => {
  await using database = await createDatabase('mysql');
  // Enum members match by position in the engine's own constraint, whatever their names.
  await database.run(`create table p (code enum('a', 'b', 'c') primary key, n integer not null);
    insert into p values ('a', 1), ('b', 2);
    create table c (id integer primary key, code enum('b', 'a', 'd'), foreign key (code) references p (code));
    insert into c values (1, 'b'), (2, 'a'), (3, null);`);
  await using subject = await Subject.of(database.url);
  const joined = await database.rows('select p.n from c join p on p.code = c.code order by c.id');
  expect(joined).toEqual([[2], [1]]);
  const links = rowsOf(await subject.list('c')).map(({ __links__ }) => Object.values(__links__));
  expect(links.map((of) => of.length)).toEqual([1, 1, 0]);
  const led: unknown[] = [];
  for (const [link = ''] of links.slice(0, 2)) led.push([JSON.parse(await subject.follow(link)).n]);
  expect(led).toEqual(joined);
});

test('rows that are equal only by collation have different URLs in a table without a key', async () => {
  await using database = await createDatabase('mysql');
  await database.run(`create table loose (word varchar(20) collate utf8mb4_general_ci, n integer);
    insert into loose values ('a', 1), ('A', 1), ('a ', 1), ('á', 1);`);
  await using subject = await Subject.of(database.url);
  const list = await subject.list('loose');
  const urls = rowsOf(list).map(({ __url__ }) => __url__ ?? '');
  const records: string[] = [];
  for (const url of urls) records.push(await subject.follow(url));
  expect(new Set(records).size).toBe(4);
  expect(records.join(',')).toBe(list);
});

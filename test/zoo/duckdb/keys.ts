/** DuckDB's keys: types that can be keys, keys with nulls, and tables without keys. */
import type { KeyCase } from '../zoo.ts';

export const keys: readonly KeyCase[] = [
  {
    entity: 'key int',
    script: `create table "key int" (id integer primary key);
      insert into "key int" values (0), (1), (-1), (2147483647), (-2147483648);`,
    keyKind: 'primary',
    keys: ['-2147483648', '-1', '0', '1', '2147483647'],
    missing: [
      '2',
      'abc',
      '',
      '1.0',
      '1.4',
      '2147483648',
      '99999999999999999999',
      'null',
      '%00',
      "1'--",
      '1e0',
    ],
  },
  {
    entity: 'key hugeint',
    script: `create table "key hugeint" (id hugeint primary key);
      insert into "key hugeint" values (9007199254740993), (170141183460469231731687303715884105727);`,
    keyKind: 'primary',
    keys: ['9007199254740993', '170141183460469231731687303715884105727'],
    missing: ['9007199254740992', '170141183460469231731687303715884105728'],
  },
  {
    entity: 'key text',
    script: `create table "key text" (id varchar primary key);
      insert into "key text" values (''), (' '), ('a,b'), ('[x]'), ('"q"'), ('a/b'), ('100%'), ('%41'), ('é'), ('🎺'),
        ('null'), ('+'), ('-_.~'), ('!*''()'), ('a?b#c&d'), ('tab' || chr(9) || chr(10)), ('\\'), ('..'), ('A'), ('a'),
        ('nul' || chr(0) || 'l');`,
    keyKind: 'primary',
    keys: [
      ...['', '%20', '%21%2A%27%28%29', '%22q%22', '%2541', '%2B', '-_.~', '..', '100%25', 'A'],
      ...['%5Bx%5D', '%5C', 'a', 'a%2Cb', 'a%2Fb', 'a%3Fb%23c%26d', 'nul%00l', 'null', 'tab%09%0A', '%C3%A9'],
      '%F0%9F%8E%BA',
    ],
    missing: ['b', '%00', '%20%20', 'NULL', '2'],
  },
  {
    entity: 'key double',
    script: `create table "key double" (id double primary key);
      insert into "key double" values (0.1), (1e300), (-1e-300), ('Infinity'), ('NaN');`,
    keyKind: 'primary',
    keys: ['-1e-300', '0.1', '1e%2B300', 'Infinity', 'NaN'],
    missing: ['0.2', 'x', '1e400'],
  },
  {
    entity: 'key decimal',
    script: `create table "key decimal" (id decimal(10,2) primary key);
      insert into "key decimal" values (0.1), (1.50), (-2);`,
    keyKind: 'primary',
    keys: ['-2.00', '0.10', '1.50'],
    missing: ['0.2', 'x', '', '1e999999', '1.501'],
  },
  {
    entity: 'key boolean',
    script: `create table "key boolean" (id boolean primary key); insert into "key boolean" values (true), (false);`,
    keyKind: 'primary',
    keys: ['false', 'true'],
    missing: ['maybe', '', '2'],
  },
  {
    entity: 'key date',
    script: `create table "key date" (id date primary key);
      insert into "key date" values ('2024-02-29'), ('0044-03-15 (BC)'), ('infinity'), ('-infinity');`,
    keyKind: 'primary',
    keys: ['-infinity', '0044-03-15%20(BC)', '2024-02-29', 'infinity'],
    missing: ['2023-02-29', '2024-13-01', 'today', '', '9999999-01-01'],
  },
  {
    entity: 'key moment',
    script: `create table "key moment" (local timestamp, zoned timestamptz, clock time, nano timestamp_ns,
        primary key (local, zoned, clock, nano));
      insert into "key moment" values
        ('2024-02-29 12:34:56.789', '2024-02-29 12:34:56+02', '24:00:00', '2024-02-29 12:34:56.123456789'),
        ('-infinity', 'infinity', '00:00:00', '2024-02-29 00:00:00');`,
    keyKind: 'primary',
    keys: [
      '-infinity,infinity,00%3A00%3A00,2024-02-29T00%3A00%3A00',
      '2024-02-29T12%3A34%3A56.789,2024-02-29T10%3A34%3A56%2B00%3A00,24%3A00%3A00,2024-02-29T12%3A34%3A56.123456789',
    ],
    missing: [
      'now,now,now,now',
      '2024-02-29T12%3A34%3A56.788,2024-02-29T10%3A34%3A56%2B00%3A00,24%3A00%3A00,x',
    ],
  },
  {
    entity: 'key uuid',
    script: `create table "key uuid" (id uuid primary key);
      insert into "key uuid" values ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');`,
    keyKind: 'primary',
    keys: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    missing: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', 'x'],
  },
  {
    entity: 'key mood',
    script: `create table "key mood" (id mood not null unique); insert into "key mood" values ('it''s'), ('sad');`,
    keyKind: 'unique',
    keys: ['sad', 'it%27s'],
    missing: ['happy'],
  },
  {
    entity: 'key bytes',
    script: `create table "key bytes" (id blob primary key);
      insert into "key bytes" values (''::blob), (unhex('00')), (unhex('fbff'));`,
    keyKind: 'primary',
    keys: ['', 'AA%3D%3D', '%2B%2F8%3D'],
    missing: ['AB%3D%3D', 'AP8', '%2A'],
  },
  {
    entity: 'key in other order',
    script: `create table "key in other order" (a integer, b varchar, c varchar, primary key (c, a));
      insert into "key in other order" values (1, 'x', 'q,r'), (2, 'y', '');`,
    keyKind: 'primary',
    keys: [',2', 'q%2Cr,1'],
    missing: ['1,q%2Cr'],
  },
  {
    entity: 'unique not null',
    script: `create table "unique not null" (a integer not null, b integer not null, c integer unique, "d e" integer not null);
      create unique index z on "unique not null" (b, a);
      create unique index y on "unique not null" ("d e", b);
      create unique index ux on "unique not null" ((a + b));
      insert into "unique not null" values (1, 2, null, 3), (1, 3, null, 4);`,
    keyKind: 'unique',
    keys: ['3,2', '4,3'],
  },
  {
    entity: 'no key',
    script: `create table "no key" (a integer, b varchar, c blob, d double, e integer[]);
      insert into "no key" values (1, 'one', unhex('00'), 0.1, [1, 2]);`,
    keyKind: 'all',
    keys: ['1,one,AA%3D%3D,0.1,%5B1%2C2%5D'],
    missing: ['1,one,AA%3D%3D,0.2,%5B1%2C2%5D'],
  },
  {
    entity: 'nulls in the key',
    script: `create table "nulls in the key" (a integer, b varchar);
      insert into "nulls in the key" values (1, null), (null, 'null'), (null, '$null'), (null, ''), (1, 'x');`,
    keyKind: 'all',
    keys: ['1,x', '1,$null', '$null,', '$null,%24null', '$null,null'],
    missing: ['1,null', '$null,x', '$null,$null'],
  },
  {
    entity: 'twins',
    script: `create table twins (a integer, b varchar);
      insert into twins values (1, 'x'), (1, 'x'), (2, null), (2, null), (3, 'x');`,
    keyKind: 'all',
    keys: ['1,x', '1,x', '2,$null', '2,$null', '3,x'],
    ambiguous: ['1,x', '2,$null'],
  },
];

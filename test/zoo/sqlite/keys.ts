/** SQLite's keys: the rowid, keys of any type, keys with nulls, and tables without keys. */
import type { KeyCase } from '../zoo.ts';

export const keys: readonly KeyCase[] = [
  {
    entity: 'key int',
    script: `create table "key int" (id integer primary key);
      insert into "key int" values (0), (1), (-1), (9007199254740993), (9223372036854775807), (-9223372036854775808);`,
    keyKind: 'primary',
    keys: ['-9223372036854775808', '-1', '0', '1', '9007199254740993', '9223372036854775807'],
    missing: ['2', 'abc', '', '9007199254740992', '9223372036854775808', 'null', '%00', "1'--"],
  },
  {
    entity: 'key text',
    script: `create table "key text" (id text primary key not null) without rowid;
      insert into "key text" values (''), (' '), ('a,b'), ('[x]'), ('"q"'), ('a/b'), ('100%'), ('%41'), ('é'), ('🎺'),
        ('null'), ('+'), ('-_.~'), ('!*''()'), ('a?b#c&d'), ('tab' || char(9, 10)), ('\\'), ('..'), ('A'), ('a'),
        (1), (1.5), ('01'), ('nul' || char(0) || 'l');`,
    keyKind: 'primary',
    keys: [
      ...[
        '',
        '%20',
        '%21%2A%27%28%29',
        '%22q%22',
        '%2541',
        '%2B',
        '-_.~',
        '..',
        '01',
        '1',
        '1.5',
        '100%25',
        'A',
      ],
      ...['%5Bx%5D', '%5C', 'a', 'a%2Cb', 'a%2Fb', 'a%3Fb%23c%26d', 'nul%00l', 'null', 'tab%09%0A', '%C3%A9'],
      '%F0%9F%8E%BA',
    ],
    missing: ['b', '%00', '%20%20', 'NULL', '2'],
  },
  {
    entity: 'key nocase',
    script: `create table "key nocase" (id text collate nocase primary key not null); insert into "key nocase" values ('MiXeD');`,
    keyKind: 'primary',
    keys: ['MiXeD'],
    missing: ['none'],
  },
  {
    entity: 'key real',
    script: `create table "key real" (id real primary key not null);
      insert into "key real" values (0.1), (1e300), (-1e-300), (3), (9e999), (121706044671885312.0);`,
    keyKind: 'primary',
    keys: ['-1e-300', '0.1', '3', '1.2170604467188531e%2B17', '1e%2B300', 'Infinity'],
    missing: ['0.2', 'x'],
  },
  {
    entity: 'key numeric',
    script: `create table "key numeric" (id decimal(10,2) primary key not null); insert into "key numeric" values (1.50), (2), ('x');`,
    keyKind: 'primary',
    keys: ['1.5', '2', 'x'],
    missing: ['1.51', 'y'],
  },
  {
    entity: 'key boolean',
    script: `create table "key boolean" (id boolean primary key not null); insert into "key boolean" values (0), (1), (2);`,
    keyKind: 'primary',
    keys: ['0', '1', '2'],
    missing: ['maybe', '3'],
  },
  {
    entity: 'key date',
    script: `create table "key date" (id date primary key not null); insert into "key date" values ('2024-02-29'), ('1/2/3');`,
    keyKind: 'primary',
    keys: ['1%2F2%2F3', '2024-02-29'],
    missing: ['2024-02-30'],
  },
  {
    entity: 'key bytes',
    script: `create table "key bytes" (id blob primary key not null);
      insert into "key bytes" values (x''), (x'00'), (x'fbff'), ('AA==x'), (7), (1.5);`,
    keyKind: 'primary',
    keys: ['1.5', '7', 'AA%3D%3Dx', '', 'AA%3D%3D', '%2B%2F8%3D'],
    missing: ['AB%3D%3D', '8'],
  },
  {
    entity: 'key of any type',
    script: `create table "key of any type" (id primary key not null); insert into "key of any type" values (1), ('a'), (2.5), (x'ff'),
      (121706044671885310), (121706044671885312), (121706044671885344.0);`,
    keyKind: 'primary',
    keys: [
      ...[
        '1',
        '2.5',
        '121706044671885310',
        '121706044671885312',
        '1.2170604467188534e%2B17',
        'a',
        '%2Fw%3D%3D',
      ],
    ],
  },
  {
    entity: 'key in other order',
    script: `create table "key in other order" (a integer, b text, c text, primary key (c, a)) without rowid;
      insert into "key in other order" values (1, 'x', 'q,r'), (2, 'y', '');`,
    keyKind: 'primary',
    keys: [',2', 'q%2Cr,1'],
    missing: ['1,q%2Cr'],
  },
  {
    entity: 'unique not null',
    script: `create table "unique not null" (a integer not null, b integer not null, c integer, d integer not null);
      create unique index uc on "unique not null" (c);
      create unique index ux on "unique not null" (lower(d));
      create unique index up on "unique not null" (a) where a > 1;
      create unique index z on "unique not null" (b, a);
      create unique index y on "unique not null" (d, b);
      insert into "unique not null" values (1, 2, null, 3), (1, 3, null, 4);`,
    keyKind: 'unique',
    keys: ['3,2', '4,3'],
  },
  {
    entity: 'no key',
    script: `create table "no key" (a integer, b text, c, d real); insert into "no key" values (1, 'one', x'00', 0.1);`,
    keyKind: 'all',
    keys: ['1,one,AA%3D%3D,0.1'],
    missing: ['1,one,AA%3D%3D,0.2'],
  },
  {
    entity: 'nulls in the key',
    script: `create table "nulls in the key" (a integer, b text);
      insert into "nulls in the key" values (1, null), (null, 'null'), (null, '$null'), (null, ''), (1, 'x');`,
    keyKind: 'all',
    keys: ['$null,', '$null,%24null', '$null,null', '1,$null', '1,x'],
    missing: ['1,null', '$null,x', '$null,$null'],
  },
  {
    entity: 'twins',
    script: `create table twins (a integer, b text);
      insert into twins values (1, 'x'), (1, 'x'), (2, null), (2, null), (3, 'x');`,
    keyKind: 'all',
    keys: ['1,x', '1,x', '2,$null', '2,$null', '3,x'],
    ambiguous: ['1,x', '2,$null'],
  },
];

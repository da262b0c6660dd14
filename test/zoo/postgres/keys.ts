/** PostgreSQL's keys: every type that can be a key, and tables without keys. */
import type { KeyCase } from '../zoo.ts';

export const keys: readonly KeyCase[] = [
  {
    entity: 'key int',
    script: `create table "key int" (id integer primary key);
      insert into "key int" values (0), (1), (-1), (2147483647), (-2147483648);`,
    keyKind: 'primary',
    keys: ['-2147483648', '-1', '0', '1', '2147483647'],
    missing: ['2', 'abc', '', '1.0', '2147483648', '99999999999999999999', 'null', '%00', "1'--"],
  },
  {
    entity: 'key bigint',
    script: `create table "key bigint" (id bigint primary key);
      insert into "key bigint" values (9007199254740993), (9223372036854775807), (-9223372036854775808);`,
    keyKind: 'primary',
    keys: ['-9223372036854775808', '9007199254740993', '9223372036854775807'],
    missing: ['9007199254740992', '9223372036854775808'],
  },
  {
    entity: 'key numeric',
    script: `create table "key numeric" (id numeric primary key);
      insert into "key numeric" values (0.1), (1.50), (-2), ('NaN'), ('Infinity'), (1e30);`,
    keyKind: 'primary',
    keys: ['-2', '0.1', '1.50', '1000000000000000000000000000000', 'Infinity', 'NaN'],
    missing: ['0.2', 'x', '', '1e999999'],
  },
  {
    entity: 'key float',
    script: `create table "key float" (id float8, small float4, primary key (id, small));
      insert into "key float" values (0.1, 0.1), (1e300, 1e30), (-1e-300, 1e-30), ('Infinity', 'NaN');`,
    keyKind: 'primary',
    keys: ['-1e-300,1e-30', '0.1,0.1', '1e%2B300,1e%2B30', 'Infinity,NaN'],
    missing: ['0.1,0.2', '1e400,1', '1,1e39', 'a,b'],
  },
  {
    entity: 'key boolean',
    script: `create table "key boolean" (id boolean primary key, note text);
      insert into "key boolean" values (true, 'yes'), (false, 'no');`,
    keyKind: 'primary',
    keys: ['false', 'true'],
    missing: ['maybe', '', '2'],
  },
  {
    entity: 'key date',
    script: `create table "key date" (id date primary key);
      insert into "key date" values ('2024-02-29'), ('0044-03-15 BC'), ('infinity'), ('-infinity'), ('5874897-12-31');`,
    keyKind: 'primary',
    keys: ['-infinity', '0044-03-15%20BC', '2024-02-29', '5874897-12-31', 'infinity'],
    missing: ['2023-02-29', '2024-13-01', 'today', '', '9999999-01-01'],
  },
  {
    entity: 'key moment',
    script: `create table "key moment" (local timestamp, zoned timestamptz, clock time, primary key (local, zoned, clock));
      insert into "key moment" values
        ('2024-02-29 12:34:56.789', '2024-02-29 12:34:56+02', '24:00:00'),
        ('-infinity', 'infinity', '00:00:00'),
        ('0044-03-15 00:00:00 BC', '294276-12-31 23:59:59Z', '12:34:56.000001');`,
    keyKind: 'primary',
    keys: [
      '-infinity,infinity,00%3A00%3A00',
      '0044-03-15T00%3A00%3A00%20BC,294276-12-31T23%3A59%3A59%2B00%3A00,12%3A34%3A56.000001',
      '2024-02-29T12%3A34%3A56.789,2024-02-29T10%3A34%3A56%2B00%3A00,24%3A00%3A00',
    ],
    missing: ['now,now,now', '2024-02-30T00%3A00%3A00,infinity,00%3A00%3A00', ',,'],
  },
  {
    entity: 'key text',
    script: `create table "key text" (id text primary key);
      insert into "key text" values (''), (' '), ('a,b'), ('[x]'), ('"q"'), ('a/b'), ('100%'), ('%41'), ('é'), ('🎺'),
        ('null'), ('+'), ('-_.~'), ('!*''()'), ('a?b#c&d'), (E'tab\\tline\\n'), (E'\\\\'), ('..'), ('A'), ('a');`,
    keyKind: 'primary',
    // In the order of the database's collation, which is by code point.
    keys: [
      ...['', 'tab%09line%0A', '%20', '%21%2A%27%28%29', '%22q%22', '%2B', '-_.~', '..', '100%25', '%2541'],
      ...['A', '%5Bx%5D', '%5C', 'a', 'a%2Cb', 'a%2Fb', 'a%3Fb%23c%26d', 'null', '%C3%A9', '%F0%9F%8E%BA'],
    ].toSorted((a, b) =>
      Buffer.compare(Buffer.from(decodeURIComponent(a)), Buffer.from(decodeURIComponent(b))),
    ),
    missing: ['b', '%00', '%20%20', 'NULL'],
  },
  {
    entity: 'key char',
    script: `create table "key char" (id char(4), name varchar(9), primary key (id, name));
      insert into "key char" values ('a', 'b'), ('abcd', ''), ('', 'x y');`,
    keyKind: 'primary',
    keys: [',x%20y', 'a,b', 'abcd,'],
    missing: ['b,b', 'a,b%20'],
  },
  {
    entity: 'key citext',
    script: `create table "key citext" (id citext primary key); insert into "key citext" values ('MiXeD'), ('other');`,
    keyKind: 'primary',
    keys: ['MiXeD', 'other'],
    missing: ['none'],
  },
  {
    entity: 'key collated',
    script: `create collation anycase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      create table "key collated" (id text collate anycase primary key);
      insert into "key collated" values ('A b'), ('c');`,
    keyKind: 'primary',
    keys: ['A%20b', 'c'],
  },
  {
    entity: 'key uuid',
    script: `create table "key uuid" (id uuid primary key);
      insert into "key uuid" values ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');`,
    keyKind: 'primary',
    keys: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    missing: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', 'x', ''],
  },
  {
    entity: 'key bytes',
    script: `create table "key bytes" (id bytea primary key);
      insert into "key bytes" values (''), ('\\x00'), ('\\xfbff'), (decode(repeat('ff', 60), 'hex'));`,
    keyKind: 'primary',
    keys: ['', 'AA%3D%3D', '%2B%2F8%3D', '%2F'.repeat(80)],
    missing: ['AA', 'AB%3D%3D', '*'],
  },
  {
    entity: 'key enum',
    script: `create schema "Odd ""Types"; create type "Odd ""Types"."my enum" as enum ('b', 'a', 'say "hi"', '');
      create domain "Odd ""Types".wrapped as "Odd ""Types"."my enum";
      create table "key enum" (id "Odd ""Types"."my enum", other "Odd ""Types".wrapped, primary key (id, other));
      insert into "key enum" values ('a', 'b'), ('b', 'a'), ('say "hi"', '');`,
    keyKind: 'primary',
    keys: ['b,a', 'a,b', 'say%20%22hi%22,'],
    missing: ['c,a', 'a,a', ',none'],
  },
  {
    entity: 'key network',
    script: `create table "key network" (id inet, net cidr, mac macaddr, primary key (id, net, mac));
      insert into "key network" values ('10.0.0.1/8', '10.0.0.0/8', '08:00:2b:01:02:03'), ('::1', '::/0', '00:00:00:00:00:00');`,
    keyKind: 'primary',
    keys: [
      '10.0.0.1%2F8,10.0.0.0%2F8,08%3A00%3A2b%3A01%3A02%3A03',
      '%3A%3A1,%3A%3A%2F0,00%3A00%3A00%3A00%3A00%3A00',
    ],
    missing: ['10.0.0.1,10.0.0.0%2F8,08%3A00%3A2b%3A01%3A02%3A03', 'x,y,z'],
  },
  {
    entity: 'key others',
    script: `create table "key others" (span interval, bits bit varying, ids integer[], period int4range, doc jsonb,
        primary key (span, bits, ids, period, doc));
      insert into "key others" values ('1 day', B'101', '{1,NULL}', '[1,5)', '{"a":[1]}'), ('1 hour', B'', '{}', 'empty', 'null');`,
    keyKind: 'primary',
    keys: ['PT1H,,%5B%5D,empty,null', 'P1D,101,%5B1%2Cnull%5D,%5B1%2C5%29,%7B%22a%22%3A%20%5B1%5D%7D'],
    missing: ['P1D,101,x,y,z'],
  },
  {
    entity: 'key domain',
    script: `create domain code as varchar(5) check (value ~ '^[A-Z]*$');
      create table "key domain" (id code, number positive, primary key (id, number)); insert into "key domain" values ('AB', 7);`,
    keyKind: 'primary',
    keys: ['AB,7'],
    missing: ['ab,7', 'AB,-7', 'AB,x'],
  },
  {
    entity: 'key in other order',
    script: `create table "key in other order" (a integer, b text, c date, primary key (c, a));
      insert into "key in other order" values (1, 'x', '2024-01-02'), (2, 'y', '2024-01-01');`,
    keyKind: 'primary',
    keys: ['2024-01-01,2', '2024-01-02,1'],
    missing: ['1,2024-01-02'],
  },
  {
    entity: 'unique not null',
    script: `create table "unique not null" (a integer not null, b integer not null, c integer, d integer not null);
      create unique index on "unique not null" (c);
      create unique index on "unique not null" (lower(d::text));
      create unique index on "unique not null" (a) where a > 1;
      create unique index "z" on "unique not null" (b, a);
      create unique index "y" on "unique not null" (d, b) include (a);
      insert into "unique not null" values (1, 2, null, 3), (1, 3, null, 4);`,
    keyKind: 'unique',
    keys: ['3,2', '4,3'],
  },
  {
    entity: 'no key',
    script: `create table "no key" (a integer, b text, j json, p point, x xml, c pair, t timestamptz, f float8);
      insert into "no key" values (1, 'one', '{"a": 1}', '(1,2)', '<a/>', row(1,'x'), '2024-01-01Z', 0.1);`,
    keyKind: 'all',
    keys: [
      '1,one,%7B%22a%22%3A%201%7D,%281%2C2%29,%3Ca%2F%3E,%281%2Cx%29,2024-01-01T00%3A00%3A00%2B00%3A00,0.1',
    ],
    missing: [
      '1,one,x,x,x,x,x,x',
      '2,one,%7B%22a%22%3A%201%7D,%281%2C2%29,%3Ca%2F%3E,%281%2Cx%29,2024-01-01Z,0.1',
    ],
  },
  {
    entity: 'nulls in the key',
    script: `create table "nulls in the key" (a integer, b text);
      insert into "nulls in the key" values (1, null), (null, 'null'), (null, '$null'), (null, ''), (1, 'x');`,
    keyKind: 'all',
    keys: ['1,x', '1,$null', '$null,', '$null,%24null', '$null,null'],
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

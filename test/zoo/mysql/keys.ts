/** Keys of MySQL and MariaDB: every type that can be a key, collations that match too much, and tables without keys. */
import type { KeyCase } from '../zoo.ts';

export const keys: readonly KeyCase[] = [
  {
    entity: 'key int',
    script: `create table \`key int\` (id integer primary key);
      insert into \`key int\` values (0), (1), (-1), (2147483647), (-2147483648);`,
    keyKind: 'primary',
    keys: ['-2147483648', '-1', '0', '1', '2147483647'],
    // The engine itself converts each of these texts to the number 0 or 1.
    missing: [
      '2',
      'abc',
      '',
      '1.0',
      '1abc',
      '0x1',
      '1e0',
      '%201',
      '2147483648',
      '99999999999999999999',
      "1'--",
    ],
  },
  {
    entity: 'key bigint',
    script: `create table \`key bigint\` (id bigint unsigned primary key);
      insert into \`key bigint\` values (9007199254740992), (9007199254740993), (18446744073709551615);`,
    keyKind: 'primary',
    keys: ['9007199254740992', '9007199254740993', '18446744073709551615'],
    missing: ['9007199254740994', '18446744073709551614', '18446744073709551616', '-1'],
  },
  {
    entity: 'key zerofill',
    script: `create table \`key zerofill\` (id int(5) zerofill primary key); insert into \`key zerofill\` values (7), (0);`,
    keyKind: 'primary',
    keys: ['0', '7'],
    missing: ['8'],
  },
  {
    entity: 'key decimal',
    script: `create table \`key decimal\` (id decimal(65,30) primary key);
      insert into \`key decimal\` values (0.1), (1.5), (-2), (99999999999999999999999999999999999.999999999999999999999999999999);`,
    keyKind: 'primary',
    keys: [
      '-2.000000000000000000000000000000',
      '0.100000000000000000000000000000',
      '1.500000000000000000000000000000',
      '99999999999999999999999999999999999.999999999999999999999999999999',
    ],
    missing: [
      '0.2',
      'x',
      '',
      '0.1000000000000000000000000000001',
      '999999999999999999999999999999999999999',
      `${'0'.repeat(50_000)}x`,
      `0.${'0'.repeat(50_000)}1`,
    ],
  },
  {
    entity: 'key rounded',
    script: `create table \`key rounded\` (id decimal(5,2) primary key); insert into \`key rounded\` values (1.50), (999.99);`,
    keyKind: 'primary',
    keys: ['1.50', '999.99'],
    missing: ['1.501', '1.499', '1000000', '999.991'],
  },
  {
    entity: 'key float',
    script: `create table \`key float\` (id double, small float, primary key (id, small));
      insert into \`key float\` values (0.1, 0.1), (1e300, 1e30), (-1e-300, 16777216), (1, 1.2345678);`,
    keyKind: 'primary',
    keys: ['-1e-300,16777216', '0.1,0.1', '1,1.2345678', '1e300,1e30'],
    missing: ['0.1,0.2', '1e400,1', '-1e-300,16777214', 'a,b'],
  },
  {
    entity: 'key boolean',
    script: `create table \`key boolean\` (id boolean primary key); insert into \`key boolean\` values (true), (false);`,
    keyKind: 'primary',
    keys: ['false', 'true'],
    missing: ['maybe', '', '2'],
  },
  {
    entity: 'key bits',
    script: `create table \`key bits\` (one bit(1), many bit(10), primary key (one, many));
      insert into \`key bits\` values (b'1', b'101'), (b'0', b'1111111111');`,
    keyKind: 'primary',
    keys: ['false,1111111111', 'true,0000000101'],
    missing: ['true,101', 'true,0000000102', 'true,5'],
  },
  {
    entity: 'key year',
    script: `create table \`key year\` (id year primary key); insert into \`key year\` values (0), (1999), (2000), (2024);`,
    keyKind: 'primary',
    keys: ['0', '1999', '2000', '2024'],
    missing: ['99', '24', '2025', 'x'],
  },
  {
    entity: 'key text',
    script: `create table \`key text\` (id varchar(50) collate utf8mb4_bin primary key);
      insert into \`key text\` values (''), ('a,b'), ('[x]'), ('"q"'), ('a/b'), ('100%'), ('%41'), ('é'), ('🎺'), ('null'),
        ('+'), ('-_.~'), ('!*''()'), ('a?b#c&d'), ('tab\\t\\n'), ('\\\\'), ('..'), ('A'), ('a'), ('1'), ('01'),
        ('nul\\0l'), ('%C3'), ('ſ'), ('K');`,
    keyKind: 'primary',
    keys: [
      ...['', '%21%2A%27%28%29', '%22q%22', '%2541', '%25C3', '%2B', '-_.~', '..', '01', '1', '100%25', 'A'],
      ...['%5Bx%5D', '%5C', 'a', 'a%2Cb', 'a%2Fb', 'a%3Fb%23c%26d', 'nul%00l', 'null', 'tab%09%0A', '%C3%A9'],
      ...['%C5%BF', '%E2%84%AA', '%F0%9F%8E%BA'],
    ],
    // The collation pads with spaces.
    equal: { 'a%20': 'a', '%20': '', '1%20': '1' },
    missing: ['b', 'NULL', '2'],
  },
  {
    entity: 'key nocase',
    script: `create table \`key nocase\` (id varchar(50) collate utf8mb4_general_ci primary key);
      insert into \`key nocase\` values ('MiXeD'), ('élan'), ('pad ');`,
    keyKind: 'primary',
    keys: ['%C3%A9lan', 'MiXeD', 'pad%20'],
    equal: {
      ...{ mixed: 'MiXeD', MIXED: 'MiXeD', 'MiXeD%20': 'MiXeD', 'M%C3%ADXeD': 'MiXeD' },
      ...{ elan: '%C3%A9lan', pad: 'pad%20' },
    },
    missing: ['none', 'mixe', '%C3%A9lans'],
  },
  {
    entity: 'key unicode collation',
    script: `create table \`key unicode collation\` (id varchar(50) collate utf8mb4_unicode_ci primary key);
      insert into \`key unicode collation\` values ('straße'), ('zero\u200bwidth');`,
    keyKind: 'primary',
    keys: ['stra%C3%9Fe', 'zero%E2%80%8Bwidth'],
    equal: { strasse: 'stra%C3%9Fe', STRASSE: 'stra%C3%9Fe', zerowidth: 'zero%E2%80%8Bwidth' },
    missing: ['strase', 'zero'],
  },
  {
    entity: 'key latin1',
    script: `create table \`key latin1\` (id varchar(50) character set latin1, other char(5) character set utf16, primary key (id, other));
      insert into \`key latin1\` values ('é€', '🎺'), ('?', 'b');`,
    keyKind: 'primary',
    keys: ['%3F,b', '%C3%A9%E2%82%AC,%F0%9F%8E%BA'],
    // Characters missing from the column's character set would become a question mark.
    missing: ['%E8%A1%A8,b', '%3F,%F0%9F%8E%BB'],
    equal: { '%C3%89%E2%82%AC,%F0%9F%8E%BA': '%C3%A9%E2%82%AC,%F0%9F%8E%BA', '%3F,B': '%3F,b' },
  },
  {
    entity: 'key enum',
    script: `create table \`key enum\` (id enum('b', 'a', '3') primary key, flags set('x', 'y') not null);
      insert into \`key enum\` values ('a', 'x,y'), ('b', ''), ('3', 'y');`,
    keyKind: 'primary',
    keys: ['b', 'a', '3'],
    equal: { A: 'a', 'b%20': 'b' },
    missing: ['1', '2', 'c'],
  },
  {
    entity: 'key date',
    script: `create table \`key date\` (id date primary key);
      insert into \`key date\` values ('2024-02-29'), ('0000-00-00'), ('9999-12-31'), ('2024-02-31'), ('2024-00-00');`,
    keyKind: 'primary',
    keys: ['0000-00-00', '2024-00-00', '2024-02-29', '2024-02-31', '9999-12-31'],
    missing: ['2023-02-29', '2024-13-01', '2024-2-29', '20240229', 'today', '', '2024-02-29T00%3A00%3A00'],
  },
  {
    entity: 'key moment',
    script: `create table \`key moment\` (local datetime(3), instant timestamp, clock time(6), primary key (local, instant, clock));
      insert into \`key moment\` values ('2024-02-29 12:34:56.789', '2024-02-29 12:34:56', '-838:59:59'),
        ('0000-00-00', '0000-00-00', '00:00:00.000001');`,
    keyKind: 'primary',
    keys: [
      '0000-00-00T00%3A00%3A00.000,0000-00-00T00%3A00%3A00,00%3A00%3A00.000001',
      '2024-02-29T12%3A34%3A56.789,2024-02-29T12%3A34%3A56,-838%3A59%3A59.000000',
    ],
    missing: ['2024-02-29T12%3A34%3A56.7891,2024-02-29T12%3A34%3A56,-838%3A59%3A59', 'a,b,c'],
  },
  {
    entity: 'key bytes',
    script: `create table \`key bytes\` (id varbinary(10) primary key);
      insert into \`key bytes\` values (''), (x'00'), (x'fbff'), ('a'), ('a ');`,
    keyKind: 'primary',
    keys: ['', 'AA%3D%3D', 'YQ%3D%3D', 'YSA%3D', '%2B%2F8%3D'],
    missing: ['AB%3D%3D', 'AA', 'x'],
  },
  {
    entity: 'key in other order',
    script: `create table \`key in other order\` (a integer, b text, c varchar(20), primary key (c, a));
      insert into \`key in other order\` values (1, 'x', 'q,r'), (2, 'y', '');`,
    keyKind: 'primary',
    keys: [',2', 'q%2Cr,1'],
    missing: ['1,q%2Cr'],
  },
  {
    entity: 'key of beginnings',
    script: `create table \`key of beginnings\` (a text not null, b blob not null, c integer, primary key (a(2), b(3)));
      insert into \`key of beginnings\` values ('abc', x'00ff', 1), ('abc', x'0100ff2c5d', 2), ('b', '', 3);`,
    keyKind: 'primary',
    keys: ['abc,AP8%3D', 'abc,AQD%2FLF0%3D', 'b,'],
    missing: ['ab,AP8%3D', 'abc,AQD%2F', 'abd,AP8%3D'],
  },
  {
    entity: 'unique beginnings',
    script: `create table \`unique beginnings\` (a integer not null, b varchar(20) not null, unique (b(3)));
      insert into \`unique beginnings\` values (1, 'abcd'), (1, 'abdd');`,
    keyKind: 'unique',
    keys: ['abcd', 'abdd'],
    missing: ['abc'],
  },
  {
    entity: 'unique not null',
    script: `create table \`unique not null\` (a integer not null, b integer not null, c integer, d integer not null);
      create unique index uc on \`unique not null\` (c);
      create unique index z on \`unique not null\` (b, a);
      create unique index y on \`unique not null\` (d, b);
      insert into \`unique not null\` values (1, 2, null, 3), (1, 3, null, 4);`,
    keyKind: 'unique',
    keys: ['3,2', '4,3'],
  },
  {
    entity: 'no key',
    script: `create table \`no key\` (a integer, b text, c blob, d float, e json, f geometry, g datetime, h bit(3), i decimal(5,1));
      insert into \`no key\` values (1, 'one', x'00', 0.1, '{"a": 1}', st_geomfromtext('POINT(1 2)'), '2024-02-29 12:00:00', b'101', 1.5);`,
    keyKind: 'all',
    keys: ['1,one,AA%3D%3D,0.1,%7B%22a%22%3A%201%7D,POINT%281%202%29,2024-02-29T12%3A00%3A00,101,1.5'],
    missing: ['1,one,AA%3D%3D,0.1,%7B%22a%22%3A1%7D,POINT%281%202%29,2024-02-29T12%3A00%3A00,101,1.5'],
  },
  {
    entity: 'nulls in the key',
    script: `create table \`nulls in the key\` (a integer, b varchar(20));
      insert into \`nulls in the key\` values (1, null), (null, 'null'), (null, '$null'), (null, ''), (1, 'x');`,
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

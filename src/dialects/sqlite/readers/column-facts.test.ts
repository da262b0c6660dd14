import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import { DatabaseFile } from '../../base/file.ts';
import { openReader, type Reader } from './open.ts';

let writer: Database;
let reader: Reader;
let isCancelled = false;

function tick(): void {
  if (isCancelled) throw new Error('cancelled');
}

beforeEach(async () => {
  const path = join(await temporaryFolder(), 'texts.db');
  writer = new Sqlite(path);
  writer.exec(`
    create table t (id integer primary key, c text);
    insert into t (c) values ('plain'), ('Köln'), ('日本'), (''), (null);
    create table unnumbered (c text primary key) without rowid;
    insert into unnumbered values ('plain');
  `);
  reader = openReader({ file: new DatabaseFile(path), expected: null, busyTimeoutMs: 0, tick });
});
afterEach(() => {
  reader.db.close();
  writer.close();
});

/** The answers to repeated statements, each in its own transaction. */
function told(times: number, table = 't', fact = 'usual'): unknown[] {
  return Array.from({ length: times }, () => {
    reader.prepare('begin').run();
    reader.prepared('pragma schema_version').get();
    reader.facts.begin();
    const answer = reader.prepared(`select joinery_${fact}('${table}', 'c')`).get();
    reader.facts.settle();
    reader.prepare('commit').run();
    return answer;
  });
}

test('texts are known to be usual once two statements have asked', () => {
  expect(told(4)).toEqual([0, 0, 1, 1]);
});

test.each(["'a' || char(0)", "'a' || char(8490)", 'char(304)', "x''", "x'41'"])(
  'a column with %s is not known to be usual until that value is gone',
  (unusual) => {
    told(3);
    writer.exec(`insert into t values (9, ${unusual})`);
    expect(told(4)).toEqual([0, 0, 0, 0]);
    writer.exec('delete from t where id = 9');
    expect(told(3)).toEqual([0, 0, 1]);
  },
);

test('values are known to be moments once two statements have asked, unless one is not', () => {
  writer.exec(
    "delete from t; insert into t (c) values ('2024-02-29'), (null), ('1999-12-31 23:59:59'), ('0001-01-01T00:00:00')",
  );
  expect(told(4, 't', 'moments')).toEqual([0, 0, 1, 1]);
  for (const other of [
    "'0000-00-00'",
    "'2024-13-01'",
    "'2024-1-01'",
    "'2024-01-01 10:00'",
    "''",
    '20240101',
    "x'41'",
  ]) {
    writer.exec(`insert into t values (9, ${other})`);
    expect(told(4, 't', 'moments'), other).toEqual([0, 0, 0, 0]);
    writer.exec('delete from t where id = 9');
  }
  expect(told(3, 't', 'moments')).toEqual([0, 0, 1]);
});

test('after any write nothing is known until the column is inspected again', () => {
  told(3);
  writer.exec(`insert into t (c) values ('also plain')`);
  expect(told(3)).toEqual([0, 0, 1]);
});

test('a table without row ids is never known to be usual', () => {
  expect(told(4, 'unnumbered')).toEqual([0, 0, 0, 0]);
});

test('an interrupted inspection fails no statement, and is repeated later', () => {
  writer.exec(`insert into t values (251, 'a row at which the look can be ended')`);
  isCancelled = true;
  expect(told(4)).toEqual([0, 0, 0, 0]);
  isCancelled = false;
  expect(told(3)).toEqual([0, 0, 1]);
});

test('a statement asks only once, however many rows it reads', () => {
  let asked = 0;
  const { facts } = reader;
  const areUsual = facts.areUsual.bind(facts);
  facts.areUsual = (table, column) => {
    asked++;
    return areUsual(table, column);
  };
  reader.prepared(`select count(*) from t where joinery_usual('t', 'c') or c like '%a%'`).get();
  expect(asked).toBe(1);
});

/** Whether the columns are known to hold whole units, as told to each of several statements. */
function unitsTold(times = 4, columns = "'n', 'a', 2, 'n', 'b', 0"): unknown[] {
  return Array.from({ length: times }, () => {
    reader.prepare('begin').run();
    reader.prepared('pragma schema_version').get();
    reader.facts.begin();
    const answer = reader.prepared(`select joinery_units(${columns})`).get();
    reader.facts.settle();
    reader.prepare('commit').run();
    return answer;
  });
}

test.each<[string, string, number]>([
  ['0.1', '3', 1],
  ['null', 'null', 1],
  ['100000', '10000000', 1],
  ['100000.01', '1', 0],
  ['0.001', '1', 0],
  ["'x'", '1', 0],
  ["x'01'", '1', 0],
  ['1', '1.5', 0],
  ['-9223372036854775808', '1', 0],
  ['9e999', '1', 0],
])('products of %s and %s are known to be whole units: %i', (a, b, known) => {
  writer.exec(`create table n (a numeric(10,2), b integer); insert into n values (19.99, 2), (${a}, ${b});`);
  expect(unitsTold()).toEqual([0, 0, known, known]);
});

test('a column that is only summed is inspected once six statements have asked', () => {
  writer.exec('create table n (a numeric(10,2)); insert into n values (19.99), (null), (100000);');
  const columns = "'n', 'a', 2";
  expect(unitsTold(8, columns)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
  writer.exec('insert into n values (0.001)');
  expect(unitsTold(8, columns)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

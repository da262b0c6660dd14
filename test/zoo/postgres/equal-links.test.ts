/**
 * Foreign keys that are equal to the referenced value only in another notation: the link leads to the same record as
 * the engine's own join.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, Subject } from '../../conformance/subject.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';
import { type EqualKeys, tablesOf } from '../equal-keys.ts';

interface Case extends EqualKeys {
  /** Texts that the engine cannot parse as a value of the type. */
  readonly unreadable?: readonly string[];
}

const cases: readonly Case[] = [
  {
    type: 'interval',
    rows: { '1 day': ['24:00', '1 day'], '-1 mon': ['-30 days', '-720:00'] },
    unreadable: ['x', 'P1'],
  },
  { type: 'numeric', rows: { '1.0': ['1', '1.000'], '100': ['1e2', '100.00'], NaN: ['NaN'] } },
  {
    type: 'jsonb',
    rows: { '{"a": 1.0, "b": [1, 2]}': ['{"b": [1.00, 2], "a": 1}'], '1': ['1.000', '1'], '"x"': ['"x"'] },
    unreadable: ['{', 'x'],
  },
  { type: 'numrange', rows: { '[1.0,2.00)': ['[1,2)', '[1.00,2.0)'], empty: ['[5,5)'] }, unreadable: ['[1'] },
  { type: 'nummultirange', rows: { '{[1.0,2)}': ['{[1,1.5),[1.5,2.00)}'] }, unreadable: ['{'] },
  { type: 'citext', rows: { Abc: ['aBC', 'ABC', 'Abc'] } },
  { type: 'float8', rows: { '0': ['-0', '0'], '1.5': ['1.50'] } },
  {
    type: 'numeric[]',
    rows: { '{1.0,NULL}': ['{1,NULL}'], '[0:1]={1,2.0}': ['[0:1]={1,2.0}'], '{}': ['{}'] },
    unreadable: ['["x"]', '[', '{1}'],
  },
  { type: 'interval[]', rows: { '{1 day,1 mon}': ['{24:00,30 days}'] }, unreadable: ['["x"]'] },
  { type: 'jsonb[]', rows: { '{"{\\"a\\": 1.0}"}': ['{"{\\"a\\": 1.00}"}'] } },
  { type: '"Odd pair"', rows: { '(1.0,"1 day")': ['(1,24:00)'], '(,)': ['(,)'] }, unreadable: ['x', '(1)'] },
  { type: '"Odd pair"[]', rows: { '{"(1.0,1 day)"}': ['{"(1,24:00)"}'] }, unreadable: ['x'] },
  { type: 'ltree', rows: { 'a.b': ['a.b'] }, unreadable: ['a b!'] },
];

describe('links of PostgreSQL', () => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await createDatabase('postgres');
    await database.run(`create extension citext; create extension ltree;
      create type "Odd pair" as (a numeric, b interval); ${cases.map((one, i) => tablesOf(one, i, 'on delete cascade')).join('\n')}`);
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test.each(cases.map((which, i) => ({ ...which, i })))(
    'of type $type lead to their record',
    async ({ rows, i }) => {
      const list = await subject.list(`c${i}`);
      const numbers: number[] = JSON.parse(`[${list}]`).map(({ n }: { n: number }) => n);
      expect(numbers).toHaveLength(Object.values(rows).flat().length);
      for (const [at, child] of rowsOf(list).entries()) {
        const urls = Object.values(child.__links__);
        expect(new Set(urls).size).toBe(3);
        // Concurrently, so that they may be combined into one statement.
        const targets = await Promise.all(urls.map((url) => subject.follow(url)));
        expect(targets.map((target) => JSON.parse(target).n)).toEqual(urls.map(() => numbers[at]));
        // The record contains its own address, which leads to it again.
        for (const target of targets) {
          expect(await subject.follow(JSON.parse(target).__url__)).toBe(target);
        }
      }
    },
  );

  test.each(cases.map((which, i) => ({ ...which, i })))(
    'that are not a valid $type find no record',
    async ({ unreadable = [], i }) => {
      for (const text of unreadable) {
        const key = `[${encodeURIComponent(text)}]`;
        await expect(subject.record(`p${i}`, key)).rejects.toMatchObject({ kind: 'unknown-record' });
        await expect(subject.record(`c${i}`, key, ['code'])).rejects.toMatchObject({
          kind: 'unknown-record',
        });
      }
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../support/servers.ts';
import { links, rowsOf, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

describe.each(zoos)('keys on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, ...zoo.keys.map(({ script }) => script));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  describe.each([...zoo.keys])('$entity', ({ entity, keyKind, keys, missing, equal, ambiguous = [] }) => {
    test(`has a ${keyKind} key`, async () => {
      expect((await subject.entity(entity)).keyKind).toBe(keyKind);
    });

    test('gives each record its URL, in key order', async () => {
      const rows = rowsOf(await subject.list(entity));
      expect(rows.map(({ __url__ }) => __url__)).toEqual(
        keys.map((key) => `${links.recordPrefix(entity)}${key}]`),
      );
    });

    test.each([...ambiguous])('finds several records for [%s]', async (key) => {
      await expect(subject.record(entity, `[${key}]`)).rejects.toMatchObject({ kind: 'ambiguous-key' });
    });

    test('returns the listed record byte for byte at each URL', async () => {
      const list = await subject.list(entity);
      const rows = rowsOf(list).filter((_, i) => !ambiguous.includes(keys[i] ?? ''));
      const records: string[] = [];
      for (const { __url__ } of rows) records.push(await subject.follow(__url__ ?? ''));
      if (ambiguous.length === 0) expect(records.join(',')).toBe(list);
      else for (const record of records) expect(list).toContain(record);
    });

    if (equal) {
      test.each(Object.entries(equal))('returns the same record for [%s] as for [%s]', async (other, key) => {
        expect(await subject.record(entity, `[${other}]`)).toBe(await subject.record(entity, `[${key}]`));
      });
    }

    if (missing) {
      test.each([...missing])('finds no record for [%s]', async (key) => {
        await expect(subject.record(entity, `[${key}]`)).rejects.toMatchObject({ kind: 'unknown-record' });
      });
    }
  });
});

/** The audit log in the store: several entries per row, one chain for all instances, readable from any position. */
import { describe, expect, test } from 'vitest';
import { Audit, type AuditFilter } from '../../src/app/audit/audit.ts';
import { ChainCheck } from '../../src/app/audit/chain.ts';
import { verifyAudit } from '../../src/app/audit/verify.ts';
import { AuditEntry } from '../../src/contract/audit.ts';
import type { Store } from '../../src/store/store.ts';
import { liveEngines } from '../support/servers.ts';
import { openTestStore } from './stores.ts';

const fail = (message: string) => expect.fail(message);

function note(audit: Audit, user: string, rows: number): void {
  audit.note({ user, via: 'session', action: 'read', entities: ['a "quoted"\nname'], rows, address: '' });
}

async function read(store: Store, wish?: AuditFilter): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of new Audit(store, fail).lines(wish)) lines.push(line);
  return lines;
}

const seqsOf = (lines: readonly string[]) => lines.map((line) => AuditEntry.parse(JSON.parse(line)).seq);

function brokenAt(lines: readonly string[]): string | null {
  const check = new ChainCheck();
  for (const line of lines) {
    const broken = check.next(line);
    if (broken !== null) return broken;
  }
  return null;
}

test.each(liveEngines)('two instances that write at once keep one chain (%s)', async (engine) => {
  await using place = await openTestStore(engine);
  const names = ['one', 'two'];
  const each = 1_300;
  const stores = [place.store, await place.another()];
  const audits = stores.map((store) => new Audit(store, fail));
  for (let rows = 0; rows < each; rows++) {
    audits.forEach((audit, i) => {
      note(audit, names[i] ?? '', rows);
    });
    // Some are written individually, some in large batches.
    if (rows < 20) await Promise.all(audits.map((audit) => audit.settled()));
  }
  // Worker threads also write their entries when they end.
  await Promise.all(audits.map((audit) => audit.close()));

  const lines = await read(place.store);
  expect(brokenAt(lines)).toBeNull();
  expect(seqsOf(lines)).toEqual(Array.from({ length: 2 * each }, (_, i) => i + 1));
  expect(await verifyAudit(place.store, null)).toMatchObject({ count: 2 * each, broken: null });
  for (const user of names) {
    const told = (await read(place.store, { user })).map((line) => AuditEntry.parse(JSON.parse(line)).rows);
    expect(told).toEqual(Array.from({ length: each }, (_, i) => i));
  }
  // One row per entry would cost more than the requests themselves.
  const rows = await place.store.read((db) => db.selectFrom('audit').select('seq').execute());
  expect(rows.length).toBeLessThan(200);

  for (const before of [1, 2, 41, 700, 2 * each, 2 * each + 1, 9_999]) {
    const earlier = lines.slice(0, before - 1);
    expect(await read(place.store, { before })).toEqual(earlier);
    expect(await read(place.store, { before, order: 'desc' })).toEqual(earlier.toReversed());
  }
});

test('removed, swapped and changed entries within a row are detected', async () => {
  await using place = await openTestStore('sqlite');
  const audit = new Audit(place.store, fail);
  for (let rows = 0; rows < 9; rows++) note(audit, 'ann', rows);
  await audit.settled();
  const [first, rest] = await place.store.read((db) =>
    db.selectFrom('audit').selectAll().orderBy('seq').execute(),
  );
  expect([first?.seq, rest?.seq]).toEqual([1, 9]);
  const lines = (rest?.line ?? '').split('\n');
  expect(lines).toHaveLength(8);
  const store = (line: string) =>
    place.store.write((trx) => trx.updateTable('audit').set({ line }).where('seq', '=', 9).execute());
  const [two = '', three = '', ...later] = lines;
  const text = (...some: string[]) => [...some, ...later].join('\n');
  for (const [changed, words] of [
    [text(three), 'entries before 3 are missing'],
    [text(three, two), 'entries before 3 are missing'],
    [text(two.replace('"rows":1', '"rows":7'), three), 'entry 2 was changed'],
    [text(two, ''), 'entry 3 cannot be read'],
    [text(two, three), null],
  ] as const) {
    await store(changed);
    expect(brokenAt(await read(place.store))).toBe(words);
  }
});

test('entries that cannot be written are reported, kept, and written once it is possible', async () => {
  await using place = await openTestStore('sqlite');
  const warnings: string[] = [];
  const audit = new Audit(place.store, (message) => warnings.push(message));
  const noteMany = async (user: string) => {
    for (let rows = 0; rows < 100; rows++) note(audit, user, rows);
    await audit.settled();
  };
  const usersOf = async () =>
    (await read(place.store)).map((line) => AuditEntry.parse(JSON.parse(line)).user);
  const moveTable = (from: 'audit' | 'elsewhere', to: string) =>
    place.store.write((trx) => trx.schema.alterTable(from).renameTo(to).execute());
  const told = [
    expect.stringMatching(
      /^entries of the audit log cannot be written at the moment, and are kept: .*no such table/,
    ),
  ];
  await noteMany('first');
  await moveTable('audit', 'elsewhere');
  await noteMany('kept');
  await noteMany('kept');
  expect(warnings).toEqual(told);
  await moveTable('elsewhere', 'audit');
  const expected = [...Array(100).fill('first'), ...Array(200).fill('kept')];
  // Without further activity of any user.
  await expect.poll(usersOf, { timeout: 20_000 }).toEqual(expected);
  await noteMany('last');
  await moveTable('audit', 'elsewhere');
  await noteMany('lost');
  await audit.close();
  await moveTable('elsewhere', 'audit');
  expect(await usersOf()).toEqual([...expected, ...Array(100).fill('last')]);
  expect(brokenAt(await read(place.store))).toBeNull();
  expect(warnings).toEqual([
    ...told,
    ...told,
    '100 entries of the audit log could not be written, and are lost',
  ]);
});

test('of the entries that cannot be written, the latest 50,000 are kept', async () => {
  await using place = await openTestStore('sqlite');
  const warnings: string[] = [];
  const audit = new Audit(place.store, (message) => warnings.push(message));
  await place.store.ping();
  await place.store.write((trx) => trx.schema.alterTable('audit').renameTo('elsewhere').execute());
  for (let rows = 0; rows < 50_100; rows++) note(audit, 'ann', rows);
  await audit.settled();
  expect(warnings[1]).toBe('100 entries of the audit log could not be written, and are lost');
  await place.store.write((trx) => trx.schema.alterTable('elsewhere').renameTo('audit').execute());
  await audit.close();
  const lines = await read(place.store);
  expect(lines).toHaveLength(50_000);
  expect(AuditEntry.parse(JSON.parse(lines[0] ?? '')).rows).toBe(100);
  expect(brokenAt(lines)).toBeNull();
});

test('expired entries are deleted, and the chain continues', async () => {
  await using place = await openTestStore('sqlite');
  const forgetful = new Audit(place.store, fail, -1);
  for (let turn = 0; turn < 3; turn++) {
    for (let rows = 0; rows < 5; rows++) note(forgetful, 'ann', rows);
    await forgetful.settled();
  }
  // The last row stays, because the next one links to it.
  const lines = await read(place.store);
  expect(seqsOf(lines)).toEqual([12, 13, 14, 15]);
  expect(await verifyAudit(place.store, null)).toMatchObject({ count: 4, broken: null });
});

describe('truncation of the audit log', () => {
  async function rowsOf(store: Store, count: number): Promise<void> {
    const audit = new Audit(store, fail);
    for (let rows = 0; rows < count; rows++) {
      note(audit, 'ann', rows);
      await audit.settled();
    }
  }
  const remove = (store: Store, sign: '>' | '<', seq: number) =>
    store.write((trx) => trx.deleteFrom('audit').where('seq', sign, seq).execute());
  const brokenIn = async (store: Store) => (await verifyAudit(store, null)).broken;

  test.each(liveEngines)('at the end is detected, even after further entries (%s)', async (engine) => {
    await using place = await openTestStore(engine);
    const { store } = place;
    await rowsOf(store, 5);
    expect(await brokenIn(store)).toBeNull();
    await remove(store, '>', 3);
    expect(await brokenIn(store)).toBe('entries after 3 are missing');
    await rowsOf(store, 2);
    expect(seqsOf(await read(store))).toEqual([1, 2, 3, 6, 7]);
    expect(await brokenIn(store)).toBe('entries before 6 are missing');
    await remove(store, '>', 0);
    expect(await brokenIn(store)).toBe('its entries are missing');
  });

  test('at the beginning is detected, unless the entries have expired', async () => {
    await using place = await openTestStore('sqlite');
    const { store } = place;
    await rowsOf(store, 6);
    const age = (seq: number) =>
      store.write((trx) => trx.updateTable('audit').set({ at: 1 }).where('seq', '=', seq).execute());
    for (const seq of [1, 2, 4]) await age(seq);
    const keeping = new Audit(store, fail, 60_000);
    note(keeping, 'ann', 0);
    await keeping.settled();
    // The fourth was written with a wrong clock.
    expect(seqsOf(await read(store))).toEqual([3, 4, 5, 6, 7]);
    expect(await brokenIn(store)).toBeNull();
    await remove(store, '<', 5);
    expect(await brokenIn(store)).toBe('entries before 5 are missing');
    note(keeping, 'ann', 0);
    await keeping.settled();
    expect(await brokenIn(store)).toBe('entries before 5 are missing');
  });

  test('of the record of the last entry is detected before the next entry', async () => {
    await using place = await openTestStore('sqlite');
    const { store } = place;
    await rowsOf(store, 3);
    const change = (values: { seq?: number; hash?: string }, seq: number) =>
      store.write((trx) => trx.updateTable('audit').set(values).where('seq', '=', seq).execute());
    const { last } = await verifyAudit(store, null);
    await change({ hash: '0'.repeat(64) }, 3);
    expect(await brokenIn(store)).toBe('entry 3 is another one');
    await change({ hash: last?.hash ?? '', seq: 8 }, 3);
    expect(await brokenIn(store)).toBe('entries after 3 are missing');
    await change({ seq: 3 }, 8);
    expect(await brokenIn(store)).toBeNull();
  });

  test('and replacement are detected by an entry that was noted elsewhere', async () => {
    await using place = await openTestStore('sqlite');
    const { store } = place;
    await rowsOf(store, 3);
    const { last } = await verifyAudit(store, null);
    await rowsOf(store, 1);
    expect((await verifyAudit(store, last)).broken).toBeNull();
    await store.write(async (trx) => {
      await trx.deleteFrom('audit').execute();
      await trx.deleteFrom('audit_ends').execute();
    });
    expect((await verifyAudit(store, last)).broken).toBe('its entries are missing');
    await rowsOf(store, 2);
    expect((await verifyAudit(store, last)).broken).toBe('entries after 2 are missing');
    await rowsOf(store, 2);
    expect(await brokenIn(store)).toBeNull();
    expect((await verifyAudit(store, last)).broken).toBe('entry 3 is another one');
    await store.write((trx) => trx.deleteFrom('audit_ends').execute());
    expect(await brokenIn(store)).toBe('where it begins and ends is not known any more');
  });
});

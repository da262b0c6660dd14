/**
 * What a dry run accepts can be applied, and has the effects that the dry run reported. Random sets with many refused
 * changes, some refused only at the end, are tried, and then applied without the refused changes.
 */
import { describe, expect, test } from 'vitest';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { isLongRun } from '../support/long-run.ts';
import { autoKey, openShop } from './shop.ts';

function script(engine: LiveEngine): string {
  // MariaDB has no deferred constraints, and deletes a row that refers to itself only if the foreign key has a delete
  // rule.
  const late = engine === 'mysql' ? 'on delete set null' : 'deferrable initially deferred';
  const rows = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i));
  return `create table a (id integer not null primary key, u integer unique, n integer check (n < 100));
    create table b (id ${autoKey[engine]}, a integer, foreign key (a) references a (id) on update cascade on delete cascade);
    create table c (id integer not null primary key, a integer, foreign key (a) references a (id));
    create table d (id integer not null primary key, b integer, up integer,
      foreign key (b) references b (id) on delete set null, foreign key (up) references d (id) ${late});
    insert into a values ${rows(12, (i) => `(${i}, ${10 * i}, ${i})`)};
    insert into b values ${rows(12, (i) => `(${i + 1}, ${i % 6})`)};
    insert into c values (0, 3), (1, 4), (2, 5);
    insert into d values (0, 1, null), ${rows(5, (i) => `(${i + 1}, ${i + 2}, ${i})`)};`;
}

const rounds = isLongRun ? 1_000 : 15;
// A fixed seed, except in the long run, which looks for new cases.
const seed = Number(process.env.JOINERY_TEST_SEED ?? (isLongRun ? Math.floor(Math.random() * 2 ** 31) : 5));

function drawing(from: number) {
  let state = from;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** One random change; `refs` are the names of the rows that the set has inserted so far. */
function drawn(draw: (below: number) => number, number: number, refs: string[]): object {
  const id = draw(16);
  const update = (entity: string, set: object, expect: object, key = id) => {
    return { op: 'update', entity, key: { id: key }, set, expect };
  };
  switch (draw(8)) {
    case 0: {
      const ref = `r${number}`;
      refs.push(ref);
      const [own, u] = [draw(3) > 0 ? 100 + draw(40) : id, draw(2) > 0 ? 200 + draw(30) : 10 * draw(12)];
      return { op: 'insert', entity: 'a', ref, set: { id: own, u, n: draw(5) > 0 ? 1 : 100 } };
    }
    case 1: {
      const ref = refs[draw(2 * refs.length)];
      const set = { id: 500 + draw(60), a: ref === undefined ? draw(16) : { ref, column: 'id' } };
      return { op: 'insert', entity: 'b', set };
    }
    case 2:
      return update('a', { n: draw(4) > 0 ? draw(50) : 150 }, { n: draw(5) > 0 ? id : 77 });
    case 3:
      return update('a', { id: draw(2) > 0 ? 300 + draw(20) : draw(12) }, { id });
    case 4:
      return update('a', { u: 10 * draw(12) }, { u: 10 * id });
    case 5:
      return { op: 'delete', entity: ['a', 'b', 'c', 'd'][draw(4)], key: { id: draw(10) }, expect: {} };
    case 6: {
      const set = { id: draw(20), b: draw(2) > 0 ? null : draw(14), up: draw(3) > 0 ? null : draw(20) };
      return { op: 'insert', entity: 'd', set };
    }
    default: {
      const key = draw(7);
      return update('d', { up: draw(20) }, { up: key === 0 ? null : key - 1 }, key);
    }
  }
}

interface DryRunAnswer {
  readonly changes: readonly object[];
  readonly refusals: readonly { readonly pointer: string }[];
}

const sorted = (changes: readonly object[]) => changes.map((change) => JSON.stringify(change)).toSorted();

describe.each(liveEngines)('on %s', (engine) => {
  test('applying the changes that a dry run accepts has the effects that it reported', async () => {
    await using shop = await openShop(engine, script(engine));
    const draw = drawing(seed);
    const whole = () =>
      Promise.all('abcd'.split('').map(async (name) => (await shop.ask('GET', `/tables/${name}`)).text));
    const before = await whole();
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const refs: string[] = [];
      const changes = Array.from({ length: 1 + draw(30) }, (_, i) => drawn(draw, i, refs));
      const tried = await shop.ask('POST', '/changes', { dry_run: true, changes });
      const where = `seed ${seed}, round ${round}: ${JSON.stringify(changes)}`;
      expect(tried.status, where).toBe(200);
      const dryRun: DryRunAnswer = tried.json;
      const bad = new Set(dryRun.refusals.map(({ pointer }) => Number(pointer.split('/')[2])));
      refused += bad.size;
      const good = changes.filter((_, i) => !bad.has(i));
      if (good.length === 0) continue;
      const made = await shop.ask('POST', '/changes', { changes: good });
      expect([made.status, made.status === 201 ? '' : made.text], where).toEqual([201, '']);
      expect(sorted(made.json.changes), where).toEqual(sorted(dryRun.changes));
      const undone = await shop.ask('POST', `/changes/${made.json.id}/undo`);
      expect([undone.status, undone.status === 201 ? '' : undone.text], where).toEqual([201, '']);
    }
    expect(refused).toBeGreaterThan(rounds);
    expect(await whole()).toEqual(before);
  });
});

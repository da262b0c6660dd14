import { expect, test } from 'vitest';
import { Problem } from '../../../contract/problem.ts';
import { Refused, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { NumberedChange } from '../apply/change-applier.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import { tryChanges } from './try-changes.ts';

/** How a failure tells which change it is about. */
type Teller = (change: PlannedChange, number: number) => unknown;

const byChange: Teller = (change) => new RefusedChange(new Refused('check', 'no'), change);
const byPointer: Teller = (_, number) =>
  new Problem('refused-value', 'no', { pointer: `/changes/${number}/set/a` });
const byConflict: Teller = (_, number) =>
  new Problem('conflicting-change', 'no', {
    conflicts: [{ change: number, entity: 'a', key: {}, cells: [] }],
  });
const notAtAll: Teller = () => new Refused('other', 'no');

/** An engine that refuses change `n` once it has accepted all of `refusedAfter[n]`, and the number of its calls. */
function engine(refusedAfter: readonly (readonly number[] | null)[], tell: Teller) {
  let there = new Set<number>();
  const asked = { attempts: 0, changes: 0 };
  const changes = refusedAfter.map((_, number): NumberedChange => {
    // Only these members of a change are read.
    const change = { pointer: { change: `/changes/${number}`, set: '' } } as unknown as PlannedChange;
    return { change, number };
  });
  const transaction = {
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      const before = new Set(there);
      asked.attempts++;
      try {
        return await work();
      } catch (error) {
        there = before;
        throw error;
      }
    },
  } as WriteTransaction;
  const write = async (some: readonly NumberedChange[]) => {
    for (const { change, number } of some) {
      asked.changes++;
      if (refusedAfter[number]?.every((other) => there.has(other))) throw tell(change, number);
      there.add(number);
    }
    return [];
  };
  const told = async (error: unknown) => error;
  const run = async (isOneByOne: boolean) => {
    there = new Set();
    const { accepted, failed } = await tryChanges(
      { transaction, write, errorToReport: told, isOneByOne },
      changes,
    );
    return {
      taken: accepted.flatMap((one) => one.changes.map(({ number }) => number)),
      failed: failed.map(({ number }) => number),
    };
  };
  return { run, asked };
}

const always: readonly number[] = [];
const many = 2_000;
const refusing = (isBad: (n: number) => boolean) =>
  Array.from({ length: many }, (_, n) => (isBad(n) ? always : null));

test('changes that are not refused are tried together', async () => {
  const { run, asked } = engine(
    refusing(() => false),
    byChange,
  );
  expect((await run(false)).failed).toEqual([]);
  expect(asked).toEqual({ attempts: 1, changes: many });
});

test.each([
  ['one', (n: number) => n === 1_200, 5],
  ['the first', (n: number) => n === 0, 20],
  ['one in a hundred', (n: number) => n % 100 === 50, 100],
])('with %s refused, most of the others are still tried together', async (_, isBad, most) => {
  for (const tell of [byChange, byPointer, byConflict]) {
    const { run, asked } = engine(refusing(isBad), tell);
    const { failed } = await run(false);
    expect(failed).toEqual([...Array(many).keys()].filter(isBad));
    expect(asked.attempts).toBeLessThanOrEqual(most);
    expect(asked.changes).toBeLessThanOrEqual(3 * many);
  }
});

test('if all are refused, hardly more attempts are made than one by one', async () => {
  const { run, asked } = engine(
    refusing(() => true),
    notAtAll,
  );
  expect((await run(false)).failed).toHaveLength(many);
  expect(asked.attempts).toBeLessThan(many + 20);
});

test('trying together and one by one refuses the same changes', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 300; round++) {
    const rules = Array.from({ length: 1 + random(40) }, (_, n): number[] | null => {
      if (random(4) > 0) return null;
      return Array.from({ length: n === 0 ? 0 : random(3) }, () => random(n));
    });
    const tell = [byChange, byPointer, byConflict, notAtAll][random(4)] ?? notAtAll;
    const { run } = engine(rules, tell);
    expect(await run(false)).toEqual(await run(true));
  }
});

test('a failure that concerns no change is passed on at once', async () => {
  for (const error of [new TransactionOver('over'), new Error('broken')]) {
    const { run, asked } = engine([null, always, null], () => error);
    await expect(run(false)).rejects.toBe(error);
    expect(asked.attempts).toBe(1);
  }
});

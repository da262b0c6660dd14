/** Long histories that must stay consistent: concurrent editors, and undo in any order. */
import { expect } from 'vitest';
import type { Shop } from './shop.ts';

interface Counts {
  /** Acknowledged increments per editor. */
  readonly each: number;
  readonly editors: number;
}

/**
 * Editors through the service and one outside of it increment the same cell: the final value equals the number of
 * acknowledged increments.
 */
export async function countTogether(shop: Shop, { each, editors }: Counts): Promise<{ conflicts: number }> {
  await shop.database.run('update customer set age = 0 where id = 2');
  let conflicts = 0;
  const editor = async () => {
    for (let done = 0; done < each; ) {
      const { age } = (await shop.ask('GET', '/tables/customer/recs/[2]')).json;
      const change = {
        op: 'update',
        entity: 'customer',
        key: { id: 2 },
        set: { age: age + 1 },
        expect: { age },
      };
      const { status, json } = await shop.ask('POST', '/changes', { changes: [change] });
      if (status === 201) done++;
      else {
        const cell = {
          column: 'age',
          expected: age,
          yours: age + 1,
          now: expect.toSatisfy((now) => now > age),
        };
        const { entity, key } = change;
        expect([status, json.conflicts]).toEqual([409, [{ change: 0, entity, key, cells: [cell] }]]);
        conflicts++;
      }
    }
  };
  const outside = async () => {
    for (let done = 0; done < each; ) {
      try {
        await shop.database.run('update customer set age = age + 1 where id = 2');
        done++;
      } catch (error) {
        // Busy, or rolled back as a deadlock victim: the increment was not applied.
        expect(String(error)).toMatch(/busy|locked|[Dd]eadlock|serialize/);
      }
    }
  };
  await Promise.all([outside(), ...Array.from({ length: editors }, editor)]);
  const [[age] = []] = await shop.database.rows('select age from customer where id = 2');
  expect(Number(age)).toBe(each * (editors + 1));
  return { conflicts };
}

/** Applies random change sets, undoes them in any order, and checks that everything is as before. */
export async function undoInAnyOrder(
  shop: Shop,
  sets: number,
  random: () => number,
): Promise<{ conflicts: number; gone: number }> {
  const tables = ['customer', 'purchase', 'line', 'review', 'invoice'];
  const content = () =>
    Promise.all(tables.map(async (name) => (await shop.ask('GET', `/tables/${name}`)).text));
  const before = await content();
  const pick = (most: number) => Math.floor(random() * most);
  const done: string[] = [];
  // No value is used twice: if a later change restored a value, an earlier set could be undone too early, and those in
  // between never again.
  let next = 10_000;
  let customers = 0;
  while (done.length < sets) {
    // Spread over the table: if many sets concern one row, only the last of them can be undone, and failed attempts
    // grow quadratically.
    const offset = pick(customers);
    const { data } = (await shop.ask('GET', `/tables/customer?limit=20&offset=${offset}`)).json;
    // At least the rows seen so far; exactly those at the end of the table.
    customers = data.length < 20 ? offset + data.length : Math.max(customers, offset + 20);
    if (data.length === 0) continue;
    const row = data[pick(data.length)];
    const key = { id: row.id };
    const drawn = [
      () => [{ op: 'insert', entity: 'customer', set: { id: next++, name: `n${next++}`, age: next++ } }],
      () => [{ op: 'update', entity: 'customer', key, set: { age: next++ }, expect: { age: row.age } }],
      () => [
        { op: 'update', entity: 'customer', key, set: { name: `m${next++}` }, expect: { name: row.name } },
      ],
      () => [
        {
          op: 'insert',
          entity: 'purchase',
          ref: 'p',
          set: { id: next++, customer_id: row.id, total: pick(99) },
        },
        { op: 'insert', entity: 'line', set: { purchase_id: { ref: 'p', column: 'id' }, n: 1, what: 'x' } },
      ],
      () => [{ op: 'delete', entity: 'customer', key, expect: { name: row.name } }],
    ];
    const changes = (drawn[pick(drawn.length)] ?? (() => []))();
    const answer = await shop.ask('POST', '/changes', { changes });
    if (answer.status === 201) done.push(answer.json.id);
    // A customer with invoices cannot be deleted.
    else
      expect([answer.status, answer.json.detail]).toEqual([
        422,
        expect.stringContaining('refer to this one'),
      ]);
  }
  let open = done;
  let conflicts = 0;
  // A set that later sets depend on is refused until those are undone. Rows that were cascaded away by undoing an
  // insert, such as the purchases of a customer, cannot be undone themselves; each is reported as gone.
  for (let last = open.length + 1; open.length < last; ) {
    last = open.length;
    const left: string[] = [];
    const reported: { readonly gone?: true }[] = [];
    for (const id of open.toSorted(() => random() - 0.5)) {
      const { status, text, json } = await shop.ask('POST', `/changes/${id}/undo`);
      if (status === 201) continue;
      expect(status, text).toBe(409);
      conflicts++;
      left.push(id);
      reported.push(...json.conflicts);
    }
    open = left;
    if (open.length === last) expect(reported.filter(({ gone }) => gone !== true)).toEqual([]);
  }
  expect(await content()).toEqual(before);
  return { conflicts, gone: open.length };
}

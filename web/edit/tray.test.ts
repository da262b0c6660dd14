import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, exactJson, LosslessNumber, parseExact } from '../api/exact.ts';
import { shop } from '../model/shop.fixture.ts';
import {
  hasIssues,
  keepMine,
  takeTheirs,
  withConflicts,
  withFindings,
  withObjections,
  withRefusals,
} from './issues.ts';
import { newId, referenceTo, referredTo } from './references.ts';
import { changesOf } from './sent.ts';
import {
  addRow,
  deleteRow,
  discardRow,
  dropCell,
  emptyTray,
  putCell,
  putCells,
  putNewCell,
  rowId,
  type SeenRow,
  type Tray,
  tallyOf,
} from './tray.ts';
import { afterApplying, partOf, withPart } from './trayParts.ts';

const n = (digits: string) => new LosslessNumber(digits);
const row = (id: string, seen: Record<string, Cell> = { Name: 'Rock', Price: n('1.50') }): SeenRow => ({
  entity: 'Genre',
  key: { Id: n(id) },
  seen,
});

/** A model of the service over a small table: compares the expected values, then writes. */
function apply(
  rows: Map<string, Record<string, Cell>>,
  tray: Tray,
): Map<string, Record<string, Cell>> | 'conflict' {
  const after = new Map(rows);
  for (const change of changesOf(tray, shop).changes) {
    if (change.op === 'insert') continue;
    const id = exactJson(change.key.Id ?? null);
    const before = after.get(id);
    const isAsExpected = Object.entries(change.expect).every(
      ([name, value]) => exactJson(before?.[name] ?? null) === exactJson(value),
    );
    if (before === undefined || !isAsExpected) return 'conflict';
    if (change.op === 'delete') after.delete(id);
    else after.set(id, { ...before, ...change.set });
  }
  return after;
}

const texts = (rows: Map<string, Record<string, Cell>>) =>
  [...rows].map(([id, cells]) => [id, exactJson(cells)]).toSorted();

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', 'a', 'null', '1'),
  fc.boolean(),
  fc.constantFrom('0', '1', '1.0', '1e0', '9007199254740993', '-0').map(n),
  fc.constantFrom('[1,2.50]', '{"a":1}').map((text) => parseExact<Cell>(text)),
);
const columns = ['Name', 'Price', 'Note'];
const rowIds = ['1', '2', '3'];
const rowsArb = fc
  .array(fc.tuple(cell, cell, cell), { minLength: 3, maxLength: 3 })
  .map(
    (all) =>
      new Map(
        all.map((values, i) => [
          String(i + 1),
          Object.fromEntries([
            ['Id', n(String(i + 1))],
            ...columns.map((name, c) => [name, values[c] ?? null]),
          ]),
        ]),
      ),
  );
const editsArb = fc.array(
  fc.record({ row: fc.constantFrom(...rowIds), column: fc.constantFrom(...columns), value: cell }),
  { maxLength: 12 },
);

function edited(
  rows: Map<string, Record<string, Cell>>,
  edits: readonly { row: string; column: string; value: Cell }[],
): Tray {
  return edits.reduce(
    (tray, one) => putCell(tray, row(one.row, rows.get(one.row)), one.column, one.value),
    emptyTray,
  );
}

describe('edits of cells', () => {
  test('lead to the same rows as typing them one after the other', () => {
    fc.assert(
      fc.property(rowsArb, editsArb, (rows, edits) => {
        const typed = new Map(rows);
        for (const one of edits) typed.set(one.row, { ...typed.get(one.row), [one.column]: one.value });
        const after = apply(rows, edited(rows, edits));
        expect(after === 'conflict' ? after : texts(after)).toEqual(texts(typed));
      }),
    );
  });

  test('have the same result when made at once or one by one', () => {
    fc.assert(
      fc.property(rowsArb, editsArb, (rows, edits) => {
        const many = edits.map(({ row: id, column, value }) => ({
          row: row(id, rows.get(id)),
          column,
          value,
        }));
        expect(putCells(emptyTray, many)).toEqual(edited(rows, edits));
      }),
    );
  });

  test('consist of exactly the cells that differ from the values seen', () => {
    fc.assert(
      fc.property(rowsArb, editsArb, (rows, edits) => {
        const last = new Map(edits.map((one) => [`${one.row} ${one.column}`, one]));
        const differing = [...last.values()].filter(
          (one) => exactJson(one.value) !== exactJson(rows.get(one.row)?.[one.column] ?? null),
        );
        const tally = tallyOf(edited(rows, edits));
        expect(tally).toEqual({
          cells: differing.length,
          rows: new Set(differing.map((one) => one.row)).size,
          added: 0,
          removed: 0,
        });
      }),
    );
  });

  test('expect the seen value of edited cells only', () => {
    const tray = putCell(putCell(emptyTray, row('1'), 'Name', 'Polka'), row('1'), 'Name', 'Waltz');
    expect(changesOf(tray, shop).changes).toEqual([
      {
        op: 'update',
        entity: 'Genre',
        key: { Id: n('1') },
        set: { Name: 'Waltz' },
        expect: { Name: 'Rock' },
      },
    ]);
  });

  test.each([
    ['1.5', '1.50'],
    ['9007199254740993', '9007199254740992'],
  ])('treat %s as different from %s', (value, seen) => {
    const tray = putCell(emptyTray, row('1', { Price: n(seen) }), 'Price', n(value));
    expect(tallyOf(tray).cells).toBe(1);
    expect(exactJson(changesOf(tray, shop).changes[0] as unknown as Cell)).toContain(
      `"set":{"Price":${value}}`,
    );
  });

  test('treat null and empty text as different', () => {
    expect(tallyOf(putCell(emptyTray, row('1', { Name: null }), 'Name', '')).cells).toBe(1);
    expect(tallyOf(putCell(emptyTray, row('1', { Name: null }), 'Name', null)).rows).toBe(0);
  });

  test('keep the value that was seen first, even if the grid changes', () => {
    const tray = putCell(
      putCell(emptyTray, row('1'), 'Name', 'A'),
      row('1', { Name: 'theirs' }),
      'Name',
      'B',
    );
    expect(changesOf(tray, shop).changes[0]).toMatchObject({ expect: { Name: 'Rock' }, set: { Name: 'B' } });
  });
});

describe('new and removed rows', () => {
  test('a new row without a value for a cell uses the default', () => {
    let tray = addRow(emptyTray, 'new', 'Genre', { Name: 'a' });
    tray = putNewCell(tray, 'new', 'Price', n('2'));
    expect(changesOf(dropCell(tray, 'new', 'Name'), shop).changes).toEqual([
      { op: 'insert', entity: 'Genre', set: { Price: n('2') } },
    ]);
  });

  test('a deleted row expects all its seen values, and loses its edits', () => {
    const tray = deleteRow(putCell(emptyTray, row('1'), 'Name', 'x'), row('1', { Name: 'y', Note: 'z' }));
    expect(changesOf(tray, shop).changes).toEqual([
      {
        op: 'delete',
        entity: 'Genre',
        key: { Id: n('1') },
        expect: { Name: 'Rock', Price: n('1.50'), Note: 'z' },
      },
    ]);
    expect(putCell(tray, row('1'), 'Name', 'later')).toBe(tray);
    expect(tallyOf(tray)).toEqual({ cells: 0, rows: 1, added: 0, removed: 1 });
  });

  const employee = (id: number, boss: number | null): SeenRow => ({
    entity: 'Employee',
    key: { EmployeeId: n(String(id)) },
    seen: { EmployeeId: n(String(id)), ReportsTo: boss === null ? null : n(String(boss)) },
  });

  test('a row is deleted after the rows that refer to it, whatever the order of marking', () => {
    const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(trees, fc.array(fc.nat()), (parents, shuffle) => {
        const bosses = parents.map((parent, i) => (i === 0 ? null : parent % i));
        const order = parents.map((_, i) => i).toSorted((a, b) => (shuffle[a] ?? 0) - (shuffle[b] ?? 0));
        const tray = order.reduce((next, i) => deleteRow(next, employee(i, bosses[i] ?? null)), emptyTray);
        const sent = changesOf(tray, shop).changes.map((one) =>
          one.op === 'insert' ? -1 : Number(one.key.EmployeeId),
        );
        expect(sent.toSorted()).toEqual(parents.map((_, i) => i).toSorted());
        for (const [i, boss] of bosses.entries()) {
          if (boss !== null) expect(sent.indexOf(i)).toBeLessThan(sent.indexOf(boss));
        }
      }),
    );
  });

  test('a row is updated before its former parent is deleted', () => {
    let tray = deleteRow(emptyTray, employee(1, null));
    tray = putCell(tray, employee(2, 1), 'ReportsTo', n('3'));
    tray = deleteRow(tray, employee(4, 3));
    expect(changesOf(tray, shop).changes.map(({ op }) => op)).toEqual(['update', 'delete', 'delete']);
  });

  test('a column named like a property of every object has only the values that were given to it', () => {
    const unseen = putCell(emptyTray, row('1', { Name: 'Rock' }), 'constructor', 'Brabham');
    expect(changesOf(unseen, shop).changes).toMatchObject([
      { set: { constructor: 'Brabham' }, expect: { constructor: null } },
    ]);
    const withoutValue = putCell(unseen, row('1', { Name: 'Rock' }), 'constructor', null);
    expect(withoutValue).toEqual(emptyTray);
  });

  test('keys are distinguished by their values, not by their joined text', () => {
    const ids = [{ a: 'x', b: 'y' }, { a: 'x,y' }, { a: 'x', b: n('1') }, { a: 'x', b: '1' }].map((key) =>
      rowId({ entity: 'T', key }),
    );
    expect(new Set(ids).size).toBe(4);
    expect(rowId({ entity: 'T', key: { b: 'y', a: 'x' } })).toBe(ids[0]);
  });
});

describe('references between new rows', () => {
  const rowNumber = fc.integer({ min: 0, max: 5 });
  /** New rows, edited in any order; each may refer to one that was inserted before it. */
  const linked = fc
    .tuple(fc.array(fc.option(rowNumber), { minLength: 1, maxLength: 6 }), fc.array(fc.nat()))
    .map(([parents, shuffle]) => {
      const ids = parents.map((_, i) => newId(String(i)));
      const sets = parents.map((parent, i): Record<string, Cell> => {
        const to = parent === null || i === 0 ? undefined : ids[parent % i];
        return to === undefined ? { Name: 'a' } : { Name: 'a', Parent: referenceTo(to, 'Id') };
      });
      const order = ids.map((_, i) => i).toSorted((a, b) => (shuffle[a] ?? 0) - (shuffle[b] ?? 0));
      const tray = order.reduce((next, i) => addRow(next, ids[i] ?? '', 'Node', sets[i]), emptyTray);
      return { ids, tray };
    });

  test('are sent after the rows that they refer to, each row once', () => {
    fc.assert(
      fc.property(linked, ({ ids, tray }) => {
        const sent = changesOf(tray, shop);
        expect(sent.ids.toSorted()).toEqual(ids.toSorted());
        const known = new Set<string>();
        for (const [i, change] of sent.changes.entries()) {
          if (change.op !== 'insert') throw new Error(change.op);
          const to = referredTo(change.set.Parent);
          if (to !== undefined) expect(known).toContain(to);
          if (change.ref !== undefined) {
            expect(change.ref).toBe(sent.ids[i]);
            known.add(change.ref);
          }
        }
      }),
    );
  });

  test('stay complete in a part of the tray, and are removed with a discarded row', () => {
    fc.assert(
      fc.property(linked, rowNumber, ({ ids, tray }, at) => {
        const id = ids[at % ids.length] ?? '';
        const refersTo = (part: Tray) =>
          [...part.values()].flatMap((one) =>
            one.op === 'insert' ? (referredTo(one.set.Parent) ?? []) : [],
          );
        const part = partOf(tray, [id]);
        expect(part.has(id)).toBe(true);
        expect(refersTo(part).every((to) => part.has(to))).toBe(true);
        const left = discardRow(tray, id);
        expect(left.size).toBe(tray.size - 1);
        expect(refersTo(left)).not.toContain(id);
        expect(withPart(tray, part, new Map()).size).toBe(tray.size - part.size);
        expect(withPart(tray, part, part)).toEqual(tray);
      }),
    );
  });

  test('become values once the referenced row is stored', () => {
    const a = newId('a');
    const b = newId('b');
    const tray = addRow(addRow(emptyTray, a, 'Artist', { Name: 'x' }), b, 'Album', {
      ArtistId: referenceTo(a, 'ArtistId'),
    });
    const key = { ArtistId: n('7') };
    const made = { op: 'insert', entity: 'Artist', key, before: null, after: { ...key, Name: 'x' } } as const;
    const sent = changesOf(partOf(tray, [a]), shop);
    expect(changesOf(afterApplying(tray, sent, [made]), shop).changes).toEqual([
      { op: 'insert', entity: 'Album', set: key },
    ]);
    expect(afterApplying(tray, changesOf(tray, shop), [made, made]).size).toBe(0);
  });

  test('an edit made while a new row is being stored becomes an update of it', () => {
    const a = newId('a');
    const tray = addRow(emptyTray, a, 'Artist', { Name: 'x' });
    const key = { ArtistId: n('7') };
    const made = { op: 'insert', entity: 'Artist', key, before: null, after: { ...key, Name: 'x' } } as const;
    const since = putNewCell(tray, a, 'Name', 'y');
    expect(changesOf(afterApplying(since, changesOf(tray, shop), [made]), shop).changes).toEqual([
      { op: 'update', entity: 'Artist', key, set: { Name: 'y' }, expect: { Name: 'x' } },
    ]);
  });

  test('an ordinary JSON document is not taken for a reference', () => {
    expect(referredTo({ ref: 'a', column: 'b' })).toBeUndefined();
    expect(referredTo(referenceTo(newId('x'), 'Id'))).toBe(newId('x'));
  });
});

describe('conflicts', () => {
  /** The service's conflict report: one conflict for every update whose cells are not as expected. */
  function conflictsOf(rows: Map<string, Record<string, Cell>>, tray: Tray) {
    return changesOf(tray, shop).changes.flatMap((change, i) => {
      if (change.op !== 'update') return [];
      const now = rows.get(exactJson(change.key.Id ?? null)) ?? {};
      const cells = Object.entries(change.expect)
        .filter(([name, value]) => exactJson(now[name] ?? null) !== exactJson(value))
        .map(([name, value]) => ({
          column: name,
          expected: value,
          yours: change.set[name] ?? null,
          now: now[name] ?? null,
        }));
      return cells.length === 0 ? [] : [{ change: n(String(i)), entity: 'Genre', key: change.key, cells }];
    });
  }

  test('once resolved, apply with my values where I kept them and theirs elsewhere', () => {
    fc.assert(
      fc.property(rowsArb, editsArb, editsArb, fc.array(fc.boolean()), (rows, mine, theirs, choices) => {
        const now = new Map(rows);
        for (const one of theirs) now.set(one.row, { ...now.get(one.row), [one.column]: one.value });
        const before = edited(rows, mine);
        let tray = withConflicts(before, changesOf(before, shop), conflictsOf(now, before));
        const wanted = new Map([...now].map(([id, cells]) => [id, { ...cells }]));
        for (const [id, pending] of before) {
          if (pending.op !== 'update') continue;
          const key = exactJson(pending.key.Id ?? null);
          for (const [column, value] of Object.entries(pending.set)) {
            const inConflict = tray.get(id)?.conflicts.some((one) => one.column === column) ?? false;
            const isMine = !inConflict || (choices.pop() ?? true);
            if (isMine) wanted.set(key, { ...wanted.get(key), [column]: value });
            if (inConflict) tray = isMine ? keepMine(tray, id, column) : takeTheirs(tray, id, column);
          }
        }
        expect(hasIssues(tray)).toBe(false);
        const after = apply(now, tray);
        expect(after === 'conflict' ? after : texts(after)).toEqual(texts(wanted));
      }),
    );
  });

  test('do not arise if somebody wrote the same value', () => {
    const before = putCell(putCell(emptyTray, row('1'), 'Name', 'Pop'), row('1'), 'Price', n('2'));
    const same = { column: 'Name', expected: 'Rock', yours: 'Pop', now: 'Pop' };
    const other = { column: 'Price', expected: n('1.50'), yours: n('2'), now: n('3') };
    const noted = (...cells: (typeof same | typeof other)[]) =>
      withConflicts(before, changesOf(before, shop), [
        { change: n('0'), entity: 'Genre', key: { Id: n('1') }, cells },
      ]);
    expect([...noted(same, other).values()]).toMatchObject([{ set: { Price: n('2') }, conflicts: [other] }]);
    expect(hasIssues(noted(same))).toBe(false);
    expect([...noted(same).values()]).toMatchObject([{ set: { Price: n('2') } }]);
  });

  test('of a deletion are resolved cell by cell, or end it', () => {
    const before = deleteRow(emptyTray, row('1'));
    const cells = [
      { column: 'Name', expected: 'Rock', now: 'Pop' },
      { column: 'Price', expected: n('1.50'), now: null },
    ];
    const conflicts = [{ change: n('0'), entity: 'Genre', key: { Id: n('1') }, cells }];
    const tray = withConflicts(before, changesOf(before, shop), conflicts);
    const id = rowId(row('1'));
    const decided = keepMine(keepMine(tray, id, 'Name'), id, 'Price');
    expect(changesOf(decided, shop).changes).toEqual([
      { op: 'delete', entity: 'Genre', key: { Id: n('1') }, expect: { Name: 'Pop', Price: null } },
    ]);
    expect(takeTheirs(tray, id, 'Name').size).toBe(0);
  });

  test('with a deleted row remain until the row is discarded', () => {
    const before = putCell(emptyTray, row('1'), 'Name', 'x');
    const cells = [{ column: 'Name', expected: 'Rock', yours: 'x', now: null }];
    const conflicts = [{ change: n('0'), entity: 'Genre', key: { Id: n('1') }, gone: true as const, cells }];
    const tray = withConflicts(before, changesOf(before, shop), conflicts);
    expect(hasIssues(tray)).toBe(true);
    // There is no choice left between my value and theirs.
    expect(tray.get(rowId(row('1')))?.conflicts).toEqual([]);
    expect(discardRow(tray, rowId(row('1'))).size).toBe(0);
  });
});

describe('refusals', () => {
  const tray = putCell(putCell(emptyTray, row('1'), 'Name', ''), row('2'), 'a/b~c', 'x');

  test('are shown at the cell that the pointer names', () => {
    const found = withRefusals(tray, changesOf(tray, shop), [
      { pointer: '/changes/1/set/a~1b~0c', detail: 'too long' },
      { pointer: '/changes/0', detail: 'a rule' },
      { pointer: '/note', detail: 'about no row' },
    ]);
    expect([...found.values()].map(({ refusals }) => refusals)).toEqual([
      { '': 'a rule' },
      { 'a/b~c': 'too long' },
    ]);
  });

  test('disappear when the cell is edited, or when the next dry run succeeds', () => {
    const found = withRefusals(tray, changesOf(tray, shop), [
      { pointer: '/changes/0/set/Name', detail: 'empty' },
    ]);
    expect(hasIssues(found)).toBe(true);
    expect(hasIssues(putCell(found, row('1'), 'Name', 'x'))).toBe(false);
    expect(hasIssues(withFindings(found, changesOf(found, shop), []))).toBe(false);
  });

  test('a later refusal takes the place of the earlier ones', () => {
    const tray = putCell(emptyTray, row('1'), 'Name', 'Pop');
    const sent = changesOf(tray, shop);
    const refused = withRefusals(tray, sent, [{ pointer: '/changes/0', detail: 'You may not update rows.' }]);
    const message = 'There is no column "Name".';
    const later = withObjections(refused, sent, { conflicts: [], pointer: '/changes/0/set/Name', message });
    expect(later?.get(rowId(row('1')))?.refusals).toEqual({ Name: message });
    // It is about the request and not about a row.
    expect(withObjections(refused, sent, { conflicts: [], message })).toBeUndefined();
  });
});

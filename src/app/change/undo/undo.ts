// Inverts a change set: each row gets its former state back.
import { pointerTo } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import type { Column, VisibleDatabase, VisibleEntity } from '../../../model/database.ts';
import { seesAllRows } from '../answer.ts';
import { conflictProblem } from '../apply/conflicts.ts';
import type { JournalRow } from '../journal/row.ts';
import { type PastVisibility, wasVisible } from '../past-visibility.ts';
import { baseOf } from '../plan/plan.ts';
import { type Given, type PlannedChange, writtenColumns } from '../plan/planned.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import type { Image } from '../rows/image.ts';
import { inDeleteOrder } from './delete-order.ts';
import { inInsertOrder } from './insert-order.ts';
import { defaultText, needsValue } from './new-columns.ts';
import { chainsOf, type RowChain } from './row-chains.ts';

const consequencesNotice = 'Rows went along with those that you see, and cannot be brought back by you.';

/**
 * Last change first. Each expects what it left behind. Of several changes of one row, the first undo carries that check
 * for all, since a trigger may alter the row meanwhile, for example its modification time.
 */
export function undoingChanges(
  database: VisibleDatabase,
  rows: readonly JournalRow[],
  pastVisibility: PastVisibility,
): PlannedChange[] {
  const chains = chainsOf(rows, (name) => {
    const visibleEntity = database.entities.get(name);
    return visibleEntity && baseOf(visibleEntity);
  });
  const begun = new Set<RowChain>();
  const changes = rows.toReversed().flatMap((row, i): PlannedChange[] => {
    const chain = chains.get(row) ?? [row];
    const undone = inverse(database, row, pointerTo('/changes', i), pastVisibility, chain);
    if (undone === null) return [];
    if (begun.has(chain)) return [{ ...undone, expect: new Map(), expectHidden: new Map() }];
    begun.add(chain);
    return [undone];
  });
  return inDeleteOrder(inInsertOrder(changes));
}

/** Null if there is nothing to do. `chain`: the set's changes of the same row. */
function inverse(
  database: VisibleDatabase,
  row: JournalRow,
  pointer: string,
  pastVisibility: PastVisibility,
  chain: RowChain,
): PlannedChange | null {
  const visibleEntity = database.entities.get(row.entity);
  if (visibleEntity === undefined) {
    // The author did not name a cascaded row, and its table may be hidden from the caller.
    throw gone(row.cause === 'named' ? withoutTable(row) : consequencesNotice);
  }
  const seesAll = seesAllRows(database, visibleEntity.name);
  // The engine repeats its own hidden consequences.
  if (row.cause === 'undone' && !seesAll) return null;
  const about = {
    visibleEntity,
    entity: baseOf(visibleEntity),
    ref: null,
    pointer: { change: pointer, set: pointer },
    cause: row.cause === 'named' ? ('named' as const) : ('undone' as const),
    ...(row.cause === 'engine' && { undoesConsequence: true as const }),
  };
  const { before, after } = row;
  const isNamed = ({ name }: Column) => visibleEntity.column.has(name);
  const isSeen = ({ name }: Column) =>
    visibleEntity.column.has(name) &&
    visibleEntity.restriction?.partial.has(name) !== true &&
    (seesAll || wasVisible(pastVisibility, visibleEntity.name, name));
  if (before === null && after !== null) {
    // Columns that are visible in some rows only count too: what was written there since would be lost.
    const named = baseOf(visibleEntity).columns.filter(isNamed);
    return {
      ...about,
      op: 'delete',
      set: new Map(),
      key: keyIn(visibleEntity, after),
      expect: wholeRowExpected(after, named.filter(isSeen)),
      expectHidden: wholeRowExpected(
        after,
        named.filter((column) => !isSeen(column)),
      ),
    };
  }
  if (before !== null && after === null) {
    return { ...about, op: 'insert', set: wholeRow(visibleEntity, before), key: null, expect: new Map() };
  }
  if (before === null || after === null) return null;
  for (const name of before.keys()) if (differs(before, after, name)) checkThere(visibleEntity, name);
  const changed = writtenColumns(baseOf(visibleEntity)).filter(({ name }) => differs(before, after, name));
  if (changed.length === 0) return null;
  const expected =
    chain.length === 1
      ? changed
      : changedBy(chain.slice(0, chain.indexOf(row) + 1), writtenColumns(baseOf(visibleEntity)), isNamed);
  return {
    ...about,
    op: 'update',
    set: new Map(changed.map((column) => [column, exactValue(before, column)])),
    key: keyIn(visibleEntity, after),
    expect: textsOf(after, expected.filter(isSeen)),
    expectHidden: textsOf(
      after,
      expected.filter((column) => !isSeen(column)),
    ),
  };
}

/** The obstacle of an undo, without details of hidden cascaded rows. */
export function withoutHidden(error: unknown, changes: readonly PlannedChange[]): unknown {
  if (!changes.some(isHiddenChange)) return error;
  const unseen = new Problem('conflicting-change', notUndone(consequencesNotice), {
    conflicts: [],
    cause: error,
  });
  if (error instanceof RefusedChange && isHiddenChange(error.change)) return unseen;
  if (!(error instanceof Problem)) return error;
  const { conflicts, pointer, ...extras } = error.extras;
  const placeOf = (number: number) => number - changes.slice(0, number).filter(isHiddenChange).length;
  if (conflicts !== undefined) {
    const visible = conflicts.filter(({ change }) => !isHiddenChange(changes[change]));
    if (visible.length === 0 && conflicts.length > 0) return unseen;
    return conflictProblem(visible.map((conflict) => ({ ...conflict, change: placeOf(conflict.change) })));
  }
  const [, number, rest = ''] = /^\/changes\/(\d+)(.*)$/s.exec(pointer ?? '') ?? [];
  if (number === undefined) return error;
  if (isHiddenChange(changes[Number(number)])) return unseen;
  return new Problem(error.kind, error.message, {
    ...extras,
    pointer: `${pointerTo('/changes', placeOf(Number(number)))}${rest}`,
  });
}

function isHiddenChange(change: PlannedChange | undefined): boolean {
  return change?.cause === 'undone' && (change.visibleEntity.restriction?.rows ?? null) !== null;
}

/** The columns changed by any change in the chain; of a new row, all that the caller can name. */
function changedBy(
  chain: RowChain,
  columns: readonly Column[],
  isNamed: (column: Column) => boolean,
): readonly Column[] {
  const isNew = chain[0]?.before === null;
  const isChanged = ({ name }: Column) =>
    chain.some(({ before, after }) => before !== null && after !== null && differs(before, after, name));
  return columns.filter((column) => (isNew && isNamed(column)) || isChanged(column));
}

function differs(before: Image, after: Image, name: string): boolean {
  const [a, b] = [before.get(name), after.get(name)];
  return a?.shown !== b?.shown || a?.kept !== b?.kept;
}

function exactValue(image: Image, { name }: Column): Given {
  const cell = image.get(name);
  return { kind: 'exact', text: cell?.shown ?? 'null', kept: cell?.kept ?? null };
}

function keyIn(visibleEntity: VisibleEntity, image: Image): Given[] {
  const { key, name } = baseOf(visibleEntity);
  if (!key.every((column) => image.has(column.name))) throw gone(`Rows of ${name} have another key by now.`);
  return key.map((column) => ({ kind: 'shown', text: image.get(column.name)?.shown ?? 'null' }));
}

function textsOf(image: Image, columns: readonly Column[]): ReadonlyMap<Column, string> {
  return new Map(
    columns.flatMap((column) => {
      const cell = image.get(column.name);
      return cell === undefined ? [] : [[column, cell.shown] as const];
    }),
  );
}

/** Includes columns added since, with their default: values written there meanwhile would be lost. */
function wholeRowExpected(image: Image, columns: readonly Column[]): ReadonlyMap<Column, string> {
  return new Map(
    columns.flatMap((column) => {
      const expected = image.get(column.name)?.shown ?? defaultText(column);
      return expected === null ? [] : [[column, expected] as const];
    }),
  );
}

/** A user who does not see the whole table must not learn its former column names. */
function checkThere(visibleEntity: VisibleEntity, name: string): void {
  const { column, name: entity } = baseOf(visibleEntity);
  if (column.has(name)) return;
  const which =
    visibleEntity.restriction === null
      ? `${entity} has no column "${name}" any more.`
      : `A column of ${entity} is not there any more.`;
  throw gone(which);
}

/** A dropped column has lost its values, and a new one may require one. */
function wholeRow(visibleEntity: VisibleEntity, image: Image): ReadonlyMap<Column, Given> {
  const entity = baseOf(visibleEntity);
  for (const [name, { shown }] of image) if (shown !== 'null') checkThere(visibleEntity, name);
  const needed = entity.columns.find((column) => !image.has(column.name) && needsValue(column));
  if (needed !== undefined) {
    const which = visibleEntity.column.has(needed.name) ? `"${needed.name}"` : 'that you do not see';
    throw gone(`${entity.name} has a column ${which} by now, which needs a value.`);
  }
  const columns = writtenColumns(entity).filter(({ name }) => image.has(name));
  return new Map(columns.map((column) => [column, exactValue(image, column)]));
}

function gone(detail: string): Problem {
  // It may have come back since the schema was read.
  const extras = { conflicts: [], unknownName: true };
  return new Problem('conflicting-change', notUndone(detail), extras);
}

function notUndone(detail: string): string {
  return `This cannot be undone: ${detail}`;
}

function withoutTable({ entity }: JournalRow): string {
  return `The table ${entity} is not there any more.`;
}

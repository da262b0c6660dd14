// Explains the engine's refusals in terms of the request: which value is wrong, and what would have been right.
import { Problem } from '../../../contract/problem.ts';
import type { RefusalKind, Refused } from '../../../dialects/writer.ts';
import type { Column, ForeignKey, VisibleEntity } from '../../../model/database.ts';
import type { RecordAddresses } from '../../../query/compile/records.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { recordStatement } from '../../read/record-statements.ts';
import type { Snapshot } from '../../snapshot.ts';
import { notOfTypeText, refusedValue, truncated } from '../plan/plan.ts';
import { type Given, type PlannedChange, pointerToValue, referredColumns } from '../plan/planned.ts';
import { addressText, type Image } from '../rows/image.ts';
import { uniqueColumns } from './key-columns.ts';
import { deniedToService, type RefusedChange } from './refused-change.ts';

/** Look-ups use the caller's rights, so that nothing hidden is disclosed. */
export interface ChangeContext {
  readonly snapshot: Snapshot;
  readonly addresses: RecordAddresses;
  /** How to read rows; by default, their last committed state. */
  readonly fetch?: (statement: Statement) => Promise<readonly string[]>;
}

type DescribeRefusal = (
  refusal: Refused,
  change: PlannedChange,
  context: ChangeContext,
  row: Image | null,
) => Promise<Problem> | Problem;

const describers: Record<RefusalKind, DescribeRefusal> = {
  null: (refusal, change) =>
    refusalAbout(
      refusal,
      change,
      (name) => `${name} cannot be null: give it a value.`,
      'A column cannot be null.',
    ),
  length: (refusal, change) =>
    refusalAbout(refusal, change, (name) => `The value is too long for ${name}.`, 'A value is too long.'),
  range: (refusal, change) =>
    refusalAbout(
      refusal,
      change,
      (name) => `The value is out of the range of ${name}.`,
      'A value is out of range.',
    ),
  value: (refusal, change) =>
    refusalAbout(
      refusal,
      change,
      (name, column) => notOfTypeDetail(change, column) ?? `This is not a value of ${name}.`,
      'A value does not fit its column.',
    ),
  generated: (refusal, change) =>
    refusalAbout(
      refusal,
      change,
      (name) => `${name} is worked out by the database itself: leave it out.`,
      'A column is worked out by the database itself.',
    ),
  check: (refusal, change) => {
    const named = shownConstraint(refusal, change);
    const column = namedColumn(refusal, change) ?? (named === null ? null : constrainedColumn(named, change));
    const pointer = column === null ? change.pointer.set : pointerToValue(change, column.name);
    return refusedValue(
      `A rule of ${change.entity.name} does not hold${inBrackets(named)}.`,
      pointer,
      refusal,
    );
  },
  unique: duplicateValue,
  excluded: (refusal, change) => {
    const columns = uniqueColumns(refusal, change);
    const what = columns.length === 0 ? 'row' : columns.map(({ name }) => name).join(', ');
    const rule = inBrackets(shownConstraint(refusal, change));
    const detail = `Another row of ${change.entity.name} is in the way of this ${what}${rule}.`;
    return new Problem('key-taken', detail, { pointer: pointerToGiven(change, columns), cause: refusal });
  },
  reference: (refusal, change, context, row) =>
    change.op === 'delete'
      ? referenced(refusal, change, context)
      : missingReference(refusal, change, context, row),
  referenced,
  denied: (refusal, { pointer }) => deniedToService(refusal, pointer.change),
  other: (refusal, change) =>
    refusedValue('The database refused this change by a rule of its own.', change.pointer.change, refusal),
};

export async function refusalProblem(
  { refused, change, attempted }: RefusedChange,
  context: ChangeContext,
): Promise<Problem> {
  return describers[refused.kind](refused, change, context, attempted?.row ?? null);
}

/** The problem, looked up if it is not known yet. */
export async function problemOf(refused: RefusedChange | Problem, context: ChangeContext): Promise<Problem> {
  return refused instanceof Problem ? refused : refusalProblem(refused, context);
}

/** Null if the caller does not see all columns: a constraint's name, which may be its text, discloses them. */
function shownConstraint({ constraint }: Refused, { visibleEntity, entity }: PlannedChange): string | null {
  return visibleEntity.column.size === entity.column.size ? constraint : null;
}

function inBrackets(name: string | null): string {
  return name === null ? '' : ` (${truncated(name)})`;
}

/**
 * The column that a constraint is about: engines name unnamed constraints after their column or their text, and people
 * often do too. Null if several of the given columns fit.
 */
function constrainedColumn(rule: string, { entity, set }: PlannedChange): Column | null {
  const own = rule.startsWith(entity.id.table) ? rule.slice(entity.id.table.length) : rule;
  const words = `_${own.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_`;
  const [only, ...more] = [...set.keys()].filter(({ name }) => words.includes(`_${name.toLowerCase()}_`));
  return more.length === 0 ? (only ?? null) : null;
}

/** Null if the value was not sent: an undo may restore values hidden from the caller. */
function notOfTypeDetail({ set }: PlannedChange, column: Column): string | null {
  const given = [...set].find(([{ name }]) => name === column.name)?.[1];
  return given?.kind === 'shown' ? notOfTypeText(column, given.text) : null;
}

/** The column that the engine names, or the only one that it can mean; undefined if the caller may not see it. */
function namedColumn(
  { kind, columns, isOfType }: Refused,
  { visibleEntity, set }: PlannedChange,
): Column | undefined {
  const isNull = (given: Given) => given.kind === 'shown' && given.text === 'null';
  const [only, ...more] = [...set].filter(([, given]) => kind !== 'null' || isNull(given));
  if (isOfType && columns.length === 0 && more.length === 0)
    return visibleEntity.column.get(only?.[0].name ?? '');
  return columns.map((name) => visibleEntity.column.get(name)).find((column) => column !== undefined);
}

/** Does not name a column that the caller may not see. */
function refusalAbout(
  refusal: Refused,
  change: PlannedChange,
  sentence: (name: string, column: Column) => string,
  otherwise: string,
): Problem {
  const { set, pointer } = change;
  const named = namedColumn(refusal, change);
  // Some engines do not say which column it was.
  const [only, ...more] = set.keys();
  const isOnly = !refusal.isOfType && refusal.columns.length === 0 && more.length === 0;
  const column = named ?? (isOnly ? only : undefined);
  if (column === undefined) return refusedValue(otherwise, pointer.set, refusal);
  return refusedValue(sentence(column.name, column), pointerToValue(change, column.name), refusal);
}

/** Another row has a value that must be unique. */
async function duplicateValue(
  refusal: Refused,
  change: PlannedChange,
  context: ChangeContext,
  row: Image | null,
): Promise<Problem> {
  const { visibleEntity, entity, pointer } = change;
  const columns = uniqueColumns(refusal, change);
  const names = columns.map(({ name }) => name).join(', ');
  if (columns.length === 0) {
    const detail = `Another row of ${entity.name} has a value that only one may have.`;
    return new Problem('key-taken', detail, { pointer: pointer.set, cause: refusal });
  }
  const record = await recordBy(context, visibleEntity, columns, (column) => textAfter(change, column, row));
  return new Problem('key-taken', `Another row of ${entity.name} has this ${names}.`, {
    pointer: pointerToGiven(change, columns),
    cause: refusal,
    ...(record === null ? {} : { record }),
  });
}

async function missingReference(
  refusal: Refused,
  change: PlannedChange,
  context: ChangeContext,
  row: Image | null,
): Promise<Problem> {
  const { visibleEntity, pointer } = change;
  const candidates = visibleEntity.foreignKeys.filter(
    ({ name, columns }) =>
      (refusal.constraint !== null && name === refusal.constraint) ||
      columns.some((column) => hasIn(change, column)),
  );
  for (const key of candidates) {
    const column = key.columns.find((own) => hasIn(change, own)) ?? key.columns[0];
    if (column === undefined || (await refersToRow(key, change, row, context))) continue;
    return refusedValue(
      `There is no ${key.target} with this ${key.targetColumns.map(({ name }) => name).join(', ')}.`,
      pointerToValue(change, column.name),
      refusal,
    );
  }
  // Some engines report the same error if other rows refer to a key that is being changed.
  const referred = referredColumns(change.entity);
  if (change.op === 'update' && [...change.set.keys()].some((column) => referred.has(column))) {
    return referenced(refusal, change, context);
  }
  return refusedValue('A reference leads to nothing.', pointer.set, refusal);
}

/** A restricted entity has different column objects with the same names. */
/** The pointer to the first of the columns that the change sets. */
function pointerToGiven(change: PlannedChange, columns: readonly Column[]): string {
  const given = columns.find((column) => hasIn(change, column));
  return given === undefined ? change.pointer.set : pointerToValue(change, given.name);
}

function hasIn({ set }: PlannedChange, { name }: Column): boolean {
  return [...set.keys()].some((column) => column.name === name);
}

/** `row`: the current row, for the parts of a composite reference that do not change; null for a new one. */
export async function refersToRow(
  key: ForeignKey,
  change: PlannedChange,
  row: Image | null,
  context: ChangeContext,
): Promise<boolean> {
  const target = context.snapshot.database.entities.get(key.target);
  if (target === undefined) return true;
  const texts = key.columns.map((column) => textAfter(change, column, row));
  // A reference with a NULL is valid; one that is not given is the engine's default.
  if (texts.some((text) => text === null || text === undefined)) return true;
  const columns = key.targetColumns.flatMap(({ name }) => target.column.get(name) ?? []);
  const record = await recordBy(context, target, columns, (column) => {
    const at = columns.indexOf(column);
    return texts[at];
  });
  return record !== null;
}

/** A column that is not given keeps its value. */
function textAfter(change: PlannedChange, column: Column, row: Image | null): string | null | undefined {
  return hasIn(change, column) ? textOf(change, column) : keptText(row, column);
}

function keptText(row: Image | null, { name }: Column): string | null | undefined {
  const cell = row?.get(name);
  return cell === undefined ? undefined : addressText(shownOf(cell.shown));
}

/** As in an address; undefined if it is not in the change. */
function textOf({ set }: PlannedChange, { name }: Column): string | null | undefined {
  for (const [column, given] of set) {
    if (column.name === name)
      return given.kind === 'reference' ? undefined : addressText(shownOf(given.text));
  }
  return undefined;
}

/** The address of a record; null if there is none that the caller may see. */
async function recordBy(
  { snapshot, addresses, fetch = (statement) => snapshot.connection.fetch(statement) }: ChangeContext,
  entity: VisibleEntity,
  columns: readonly Column[],
  textOfColumn: (column: Column) => string | null | undefined,
): Promise<string | null> {
  const texts = columns.map(textOfColumn);
  if (texts.some((text) => text === undefined)) return null;
  const key = { columns, texts: texts.map((text) => text ?? null), isUnique: false };
  const statement = recordStatement(snapshot, entity, addresses, key);
  if (statement === null) return null;
  const [record] = await fetch(statement);
  if (record === undefined) return null;
  const url = /.*,"__url__":("[^"]*"|null),"__links__":/s.exec(record)?.[1] ?? 'null';
  return url === 'null' ? '' : String(JSON.parse(url));
}

function referenced(
  refusal: Refused,
  { op, visibleEntity, pointer }: PlannedChange,
  { snapshot }: ChangeContext,
): Problem {
  const related = visibleEntity.relations
    .filter(({ kind }) => kind === 'one2many')
    .map(({ entity }) => entity);
  // Rows that cascade or lose their reference are not in the way.
  const isInTheWay = (name: string): boolean =>
    snapshot.database.entities
      .get(name)
      ?.foreignKeys.some(({ target, onDelete }) => target === visibleEntity.name && onDelete === 'refuse') ===
    true;
  const named = new Set(op === 'delete' ? related.filter(isInTheWay) : related);
  // Which rows these are is not looked up: they may be hidden from the caller.
  const unseen = snapshot.database === snapshot.fullDatabase ? '' : ', or some that you do not see,';
  const who = named.size === 0 ? 'Other rows' : `Rows of ${[...named].join(' or ')}${unseen}`;
  return refusedValue(`${who} refer to this one.`, pointer.change, refusal);
}

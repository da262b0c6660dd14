// Changes a single record: finds it by its address, locks it, and returns it as a read would.
import { membersOf } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';
import { recordProperty } from '../../contract/record-properties.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { Column, VisibleEntity } from '../../model/database.ts';
import type { RecordAddresses } from '../../query/compile/records.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import { recordStatement } from '../read/record-statements.ts';
import { recordTag, valuesTag } from '../read/record-tag.ts';
import { locateRecord, onlyKey, type RecordRequest } from '../read/records.ts';
import { changedSince, type Precondition } from '../saved/document.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Applied } from './apply/apply.ts';
import type { Given, PlannedChange } from './plan/planned.ts';
import type { ChangeContext } from './refusals/refusals.ts';
import { addressIn, type Image } from './rows/image.ts';
import { type Found, severalRows } from './rows/rows.ts';

export interface LocatedRecord {
  readonly key: readonly Given[];
  /** Reads the record again. */
  readonly statement: Statement;
}

/** Throws a Problem if there is none that the caller may see. */
export async function locateForChange(
  snapshot: Snapshot,
  visibleEntity: VisibleEntity,
  where: RecordRequest,
  addresses: RecordAddresses,
): Promise<LocatedRecord> {
  const found = await locateRecord(snapshot, visibleEntity, where, (key) =>
    recordStatement(snapshot, visibleEntity, addresses, key),
  );
  if (found === null) throw noRecord(visibleEntity.name);
  const members = membersOf(found.row);
  const key = visibleEntity.key.map(({ name }): Given => {
    return { kind: 'shown', text: members.get(recordProperty(name)) ?? 'null' };
  });
  return { key, statement: found.statement };
}

export function noRecord(entity: string): Problem {
  return new Problem('unknown-record', `${entity} has no record with this key.`);
}

/**
 * The same without reading the record: locking it finds the row by key anyway. Null if the address is ambiguous, or if
 * there is a policy.
 */
export function addressedRecord(
  snapshot: Snapshot,
  visibleEntity: VisibleEntity,
  where: RecordRequest,
  addresses: RecordAddresses,
): LocatedRecord | null {
  if (snapshot.isLimited || where.by !== null || visibleEntity.kind === 'view') return null;
  const key = onlyKey(visibleEntity, where);
  const statement = key && recordStatement(snapshot, visibleEntity, addresses, key);
  if (!key || statement === null) return null;
  return {
    key: key.texts.map((text, i) => ({ kind: 'shown', text: shownKey(text, visibleEntity.key[i]) })),
    statement,
  };
}

const numbers: ReadonlySet<string> = new Set(['integer', 'numeric']);

/** How an answer shows such a key, as far as the type tells; any other spelling finds the same row. */
function shownKey(text: string | null, column: Column | undefined): string {
  if (text === null) return 'null';
  const isNumber = column !== undefined && numbers.has(column.mode) && /^-?\d+$/.test(text);
  return isNumber ? text : JSON.stringify(text);
}

/**
 * Checks that the row matches the tag of an answer. True if the row itself showed it: then the record has the same
 * texts.
 */
export async function checkTag(
  transaction: WriteTransaction,
  row: Found,
  { visibleEntity }: PlannedChange,
  { statement }: LocatedRecord,
  condition: Precondition,
): Promise<boolean> {
  if (row === null) throw noRecord(visibleEntity.name);
  // Most rows are unchanged, so the record need not be read; for `*`, any row matches.
  if (
    row !== severalRows &&
    visibleEntity.restriction === null &&
    condition.isMet(imageTag(visibleEntity, row))
  )
    return !condition.isMet('');
  const [text] = (await transaction.rows(statement)).map(([first]) => first);
  if (text === undefined || text === null) throw noRecord(visibleEntity.name);
  if (!condition.isMet(recordTag(text))) throw changedSince();
  return false;
}

/** The tag of the record that shows such a row. */
function imageTag({ columns }: VisibleEntity, image: Image): string {
  const values = columns.map(
    ({ name }) => `${JSON.stringify(recordProperty(name))}:${image.get(name)?.shown ?? 'null'}`,
  );
  return valuesTag(`{${values.join(',')},`);
}

/** The current record within the transaction; null if it is gone or not visible. */
export async function recordIn(
  transaction: WriteTransaction,
  { snapshot, addresses }: ChangeContext,
  { visibleEntity }: PlannedChange,
  applied: Applied | undefined,
): Promise<string | null> {
  const image = applied?.after ?? null;
  if (image === null) return null;
  const columns = visibleEntity.key;
  if (columns.length === 0) return null;
  const texts = columns.map((column) => addressIn(image, column));
  const statement = recordStatement(snapshot, visibleEntity, addresses, { columns, texts, isUnique: false });
  if (statement === null) return null;
  const [row] = await transaction.rows(statement);
  return row?.[0] ?? null;
}

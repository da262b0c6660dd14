// A single record that is changed: found by its address, locked, and given back as a read of it would.
import { membersOf } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { Column, SeenEntity } from '../../model/database.ts';
import { type RecordAddresses, recordProperty } from '../../query/compile/records.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import { recordStatement } from '../read/record-statements.ts';
import { recordTag, valuesTag } from '../read/record-tag.ts';
import { locateRecord, onlyKey, type RecordRequest } from '../read/records.ts';
import { changedSince, type Precondition } from '../saved/document.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Applied } from './apply/apply.ts';
import type { Given, PlannedChange } from './plan/planned.ts';
import type { Asked } from './refusals/refusals.ts';
import { addressIn, type Image } from './rows/image.ts';
import { type Found, several } from './rows/rows.ts';

export interface LocatedRecord {
  readonly key: readonly Given[];
  /** Reads it again. */
  readonly statement: Statement;
}

/** A Problem where there is none that whoever asks may see. */
export async function located(
  snapshot: Snapshot,
  seen: SeenEntity,
  where: RecordRequest,
  addresses: RecordAddresses,
): Promise<LocatedRecord> {
  const found = await locateRecord(snapshot, seen, where, (key) =>
    recordStatement(snapshot, seen, addresses, key),
  );
  if (found === null) throw noRecord(seen.name);
  const members = membersOf(found.row);
  const key = seen.key.map(({ name }): Given => {
    return { kind: 'shown', text: members.get(recordProperty(name)) ?? 'null' };
  });
  return { key, statement: found.statement };
}

export function noRecord(entity: string): Problem {
  return new Problem('unknown-record', `${entity} has no record with this key.`);
}

/**
 * The same without a look at the record, whose row is found by its key all the same when it is locked. Null where the address
 * may be read in several ways, or a policy decides about what is there.
 */
export function addressedRecord(
  snapshot: Snapshot,
  seen: SeenEntity,
  where: RecordRequest,
  addresses: RecordAddresses,
): LocatedRecord | null {
  if (snapshot.isLimited || where.by !== null || seen.kind === 'view') return null;
  const key = onlyKey(seen, where);
  const statement = key && recordStatement(snapshot, seen, addresses, key);
  if (!key || statement === null) return null;
  return {
    key: key.texts.map((text, i) => ({ kind: 'shown', text: shownKey(text, seen.key[i]) })),
    statement,
  };
}

const numbers: ReadonlySet<string> = new Set(['integer', 'numeric']);

/** What an answer shows of such a value, as far as the type tells; any other text leads to the same row. */
function shownKey(text: string | null, column: Column | undefined): string {
  if (text === null) return 'null';
  const isNumber = column !== undefined && numbers.has(column.mode) && /^-?\d+$/.test(text);
  return isNumber ? text : JSON.stringify(text);
}

/**
 * That the row is the one that an answer with this tag has shown. Whether that was told by the row itself: then the record shows
 * the same texts.
 */
export async function checkTag(
  transaction: WriteTransaction,
  row: Found,
  { seen }: PlannedChange,
  { statement }: LocatedRecord,
  condition: Precondition,
): Promise<boolean> {
  if (row === null) throw noRecord(seen.name);
  // Most rows are as they were seen, which needs no look at the record; but to some any row is right.
  if (row !== several && seen.restriction === null && condition.isMet(imageTag(seen, row)))
    return !condition.isMet('');
  const [text] = (await transaction.rows(statement)).map(([first]) => first);
  if (text === undefined || text === null) throw noRecord(seen.name);
  if (!condition.isMet(recordTag(text))) throw changedSince();
  return false;
}

/** The tag of the record that shows such a row. */
function imageTag({ columns }: SeenEntity, image: Image): string {
  const values = columns.map(
    ({ name }) => `${JSON.stringify(recordProperty(name))}:${image.get(name)?.shown ?? 'null'}`,
  );
  return valuesTag(`{${values.join(',')},`);
}

/** The record as it is now within the transaction; null where it is gone, or nobody may see it. */
export async function recordIn(
  transaction: WriteTransaction,
  { snapshot, addresses }: Asked,
  { seen }: PlannedChange,
  applied: Applied | undefined,
): Promise<string | null> {
  const image = applied?.after ?? null;
  if (image === null) return null;
  const columns = seen.key;
  if (columns.length === 0) return null;
  const texts = columns.map((column) => addressIn(image, column));
  const statement = recordStatement(snapshot, seen, addresses, { columns, texts, isUnique: false });
  if (statement === null) return null;
  const [row] = await transaction.rows(statement);
  return row?.[0] ?? null;
}

// A single record that is changed: found by its address, locked, and given back as a read of it would.
import { membersOf } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { SeenEntity } from '../../model/database.ts';
import { type RecordAddresses, recordProperty } from '../../query/compile/records.ts';
import { shownOf } from '../../query/dialect/shown.ts';
import type { Statement } from '../../query/dialect/sql.ts';
import type { Snapshot } from '../database.ts';
import { recordStatement } from '../read/record-statements.ts';
import { locateRecord, type RecordRequest } from '../read/records.ts';
import type { Applied } from './apply.ts';
import { addressText } from './image.ts';
import type { Given, PlannedChange } from './planned.ts';
import type { Asked } from './refusals.ts';
import { Rows } from './rows.ts';

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

/** Nobody else changes the row from now on. */
export async function lockRow(
  transaction: WriteTransaction,
  { dialect }: Snapshot,
  { entity, key }: PlannedChange,
): Promise<void> {
  const texts = (key ?? []).map((given) => (given.kind === 'reference' ? 'null' : given.text));
  await new Rows(dialect.sql, transaction).find(entity, [texts]);
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
  const texts = columns.map(({ name }) => addressText(shownOf(image.get(name)?.shown ?? 'null')) ?? null);
  const statement = recordStatement(snapshot, seen, addresses, { columns, texts, isUnique: false });
  if (statement === null) return null;
  const [row] = await transaction.rows(statement);
  return row?.[0] ?? null;
}

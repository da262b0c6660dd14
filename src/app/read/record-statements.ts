// The statements of lists and single records, cached per base address.
import type { Column, VisibleEntity } from '../../model/database.ts';
import { bindKey, noBindings } from '../../query/bind.ts';
import { Cache } from '../../query/cache.ts';
import { fill, filling, type Template } from '../../query/compile/draft.ts';
import { jsonValueRow, type RowFormat } from '../../query/compile/formats.ts';
import { newDraft } from '../../query/compile/language.ts';
import { LookUps } from '../../query/compile/look-ups.ts';
import { keyOrder } from '../../query/compile/order.ts';
import { pageForm, withinBounds } from '../../query/compile/page.ts';
import { type RecordAddresses, recordRow } from '../../query/compile/records.ts';
import { compileRows } from '../../query/compile/rows.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import { planBytes, planList, planRecord } from '../../query/plan/record.ts';
import type { Snapshot } from '../snapshot.ts';

/** What a statement is built from. */
type StatementContext = Pick<Snapshot, 'dialect' | 'scope' | 'filterBindings'>;

export interface ListPage {
  readonly limit: bigint | null;
  readonly offset: bigint;
}

/** Columns and the texts of their values in the address, null for NULL. */
export interface RecordKey {
  readonly columns: readonly Column[];
  readonly texts: readonly (string | null)[];
  /** Whether a unique index finds the row. */
  readonly isUnique: boolean;
}

const lists = new Cache<Template>('lists', { weigh: ({ statement }) => statement.sql.length });

export function listStatement(
  { dialect: { sql }, database, scope, filterBindings }: Snapshot,
  entity: VisibleEntity,
  addresses: RecordAddresses,
  page: ListPage,
): Statement {
  const { limit, offset } = withinBounds(page);
  const options = { limit, offset, after: null, withCursors: false, totalBy: null };
  const form = pageForm(options, null, sql.writesLimit);
  const key = `${form.size} ${form.written} ${form.hasOffset} ${addresses.base} ${entity.name}`;
  const template = lists.get(scope, key, () => {
    const plan = planList(entity);
    const format = recordRow(database, entity, addresses);
    return compileRows(newDraft(sql, noBindings, filterBindings), plan, keyOrder(sql, plan), format, form);
  });
  return fill(template, filling(limit, offset, []), filterBindings);
}

/** Null if no record can match. */
export function recordStatement(
  snapshot: Snapshot,
  entity: VisibleEntity,
  addresses: RecordAddresses,
  key: RecordKey,
): Statement | null {
  const format = () => recordRow(snapshot.database, entity, addresses);
  return lookUpStatement(snapshot, entity, key, null, addresses.base, format);
}

/** The base64 text of one value; no row if the record is missing or the value is not binary. */
export function bytesStatement(
  snapshot: Snapshot,
  entity: VisibleEntity,
  column: Column,
  key: RecordKey,
): Statement | null {
  return lookUpStatement(snapshot, entity, key, column, '', () => jsonValueRow);
}

/** Returns a row if the record exists. */
export function presenceStatement(
  snapshot: StatementContext,
  entity: VisibleEntity,
  key: RecordKey,
): Statement | null {
  return lookUpStatement(snapshot, entity, key, null, 'presence', () => presentRow);
}

const presentRow: RowFormat = { name: 'presence', cells: 'value', row: ({ text }) => text('1') };

const lookUps = new Cache<LookUps>('look-ups');

function lookUpStatement(
  { dialect: { sql }, scope, filterBindings }: StatementContext,
  entity: VisibleEntity,
  { columns, texts, isUnique }: RecordKey,
  bytes: Column | null,
  base: string,
  format: () => RowFormat,
): Statement | null {
  let by = `${base}\0${entity.name}\0${bytes?.name ?? ''}`;
  for (const [i, { name }] of columns.entries()) by += `\0${texts[i] === null ? 'NULL' : 'value'} ${name}`;
  const known = lookUps.get(scope, by, () => {
    const parts = columns.map((column, i) => ({ column, isNull: texts[i] === null }));
    const plan = bytes === null ? planRecord(entity, parts) : planBytes(entity, parts, bytes);
    return new LookUps(sql, plan, format(), isUnique);
  });
  const bindings = bindKey(sql, known.slots, texts, isUnique);
  return bindings === null ? null : known.one(bindings, filterBindings);
}

// Converts sets and rows to and from the state store's tables.
import type { ChangeState, Op } from '../../../contract/change.ts';
import { membersOf } from '../../../contract/json-parts.ts';
import type { ChangeRowTable, ChangeSetTable } from '../../../store/change-tables.ts';
import type { Applied } from '../apply/apply.ts';
import { type PastVisibility, parseVisibility, visibilityText } from '../past-visibility.ts';
import { type Image, keyOf, objectText, ShownColumns } from '../rows/image.ts';
import { causes, type JournalRow } from './row.ts';

/** A set in the journal, without its rows. */
export interface JournalSet {
  readonly id: string;
  readonly state: ChangeState;
  readonly user: string | null;
  readonly note: string | null;
  readonly at: number;
  readonly undoes: string | null;
  readonly mark: string | null;
  readonly request: Request | null;
  readonly reply: string | null;
  readonly pastVisibility: PastVisibility;
}

/** What an Idempotency-Key stands for. */
export interface Request {
  readonly key: string;
  readonly digest: string;
}

export interface NewSet {
  readonly id: string;
  readonly user: string | null;
  readonly note: string | null;
  readonly at: number;
  readonly undoes: string | null;
  readonly request: Request | null;
  /** What its author sees of its tables. */
  readonly pastVisibility: PastVisibility;
}

export function columnsOf(set: NewSet, state: ChangeState, mark: string | null): ChangeSetTable {
  return {
    id: set.id,
    state,
    username: set.user,
    note: set.note,
    at: set.at,
    undoes: set.undoes,
    mark,
    request_key: set.request?.key ?? null,
    request_digest: set.request?.digest ?? null,
    reply: null,
    seen: visibilityText(set.pastVisibility),
  };
}

export function storedSet(row: ChangeSetTable): JournalSet {
  const { request_key: key, request_digest: digest } = row;
  return {
    id: row.id,
    // Written by the journal.
    state: row.state as ChangeState,
    user: row.username,
    note: row.note,
    at: Number(row.at),
    undoes: row.undoes,
    mark: row.mark,
    request: key === null || digest === null ? null : { key, digest },
    reply: row.reply,
    pastVisibility: parseVisibility(row.seen),
  };
}

export function rowOf(
  set: string,
  n: number,
  { op, entity, cause, before, after }: Applied,
): Omit<ChangeRowTable, 'row_mark'> {
  const image = after ?? before ?? new Map();
  const columns = new ShownColumns(entity);
  return {
    change_set: set,
    n,
    entity: entity.name,
    op,
    is_cascade: causes.indexOf(cause),
    row_key: objectText(keyOf(entity, image)),
    before_row: before === null ? null : columns.text(before),
    before_kept: before === null ? null : keptText(before),
    after_row: after === null ? null : columns.text(after),
    after_kept: after === null ? null : keptText(after),
  };
}

export function journalRow(row: ChangeRowTable): JournalRow {
  return {
    // Written by `rowOf`.
    op: row.op as Op,
    entity: row.entity,
    cause: causes[Number(row.is_cascade)] ?? 'named',
    key: membersOf(row.row_key),
    before: imageIn(row.before_row, row.before_kept),
    after: imageIn(row.after_row, row.after_kept),
  };
}

function keptText(image: Image): string {
  return objectText(
    [...image].flatMap(([name, { kept }]) => (kept === null ? [] : [[name, JSON.stringify(kept)] as const])),
  );
}

function imageIn(shown: string | null, kept: string | null): Image | null {
  if (shown === null) return null;
  const keptTexts = membersOf(kept ?? '{}');
  return new Map(
    [...membersOf(shown)].map(([name, text]) => {
      const own = keptTexts.get(name);
      return [name, { shown: text, kept: own === undefined ? null : String(JSON.parse(own)) }];
    }),
  );
}

// Finds out the outcome of a change set whose end was not recorded: from the engine's transaction status, otherwise
// from its rows.
import type { ChangeState } from '../../../contract/change.ts';
import type { Writer, WriteTransaction } from '../../../dialects/writer.ts';
import type { Database } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { JournalRow } from '../journal/row.ts';
import type { JournalSet } from '../journal/stored.ts';
import { type Image, keyText } from '../rows/image.ts';
import { Rows, severalRows } from '../rows/rows.ts';

export async function findOutcome(
  writer: Writer,
  dialect: SqlDialect,
  database: Database,
  set: JournalSet,
  rows: readonly JournalRow[],
): Promise<ChangeState> {
  // It never got as far as a commit.
  if (rows.length === 0) return 'failed';
  if (set.mark !== null) {
    const fate = await writer.outcomeOf(set.mark);
    if (fate === 'committed') return 'done';
    if (fate === 'rolled back') return 'failed';
    if (fate === 'under way') return 'intent';
  }
  const ends = rowEndsOf(rows);
  // All that it should leave is present, whatever happened.
  return ends.length === 0 ? 'done' : byImages(writer, dialect, database, set.user, ends);
}

interface RowEnds {
  readonly entity: string;
  readonly before: Image | null;
  readonly after: Image | null;
}

/**
 * A set is applied completely or not at all, so one row in its former or final state tells the outcome, unless another
 * row contradicts it. Locking the rows waits for a transaction still in progress.
 */
async function byImages(
  writer: Writer,
  dialect: SqlDialect,
  database: Database,
  /** The author, who sees rows that the engine hides from others. */
  user: string | null,
  ends: readonly RowEnds[],
): Promise<ChangeState> {
  const look = async (transaction: WriteTransaction) => {
    await transaction.setUser(user);
    const source = new Rows(dialect, transaction);
    const seen = new Set<ChangeState>();
    for (const { entity: name, before, after } of ends) {
      const entity = database.entities.get(name);
      if (entity === undefined) continue;
      const states: [Image | null, ChangeState][] = [
        [before, 'failed'],
        [after, 'done'],
      ];
      const keys = states.flatMap(([image]) =>
        image === null ? [] : [entity.key.map((column) => image.get(column.name)?.shown ?? 'null')],
      );
      const found = await source.find(entity, keys);
      const now = found.find((one) => one !== null) ?? null;
      if (now === severalRows) continue;
      for (const [image, state] of states) if (isSameRow(now, image)) seen.add(state);
    }
    return seen;
  };
  const signs = await writer.transact(look, { isTrial: true });
  if (signs.size !== 1) return 'unknown';
  return signs.has('done') ? 'done' : 'failed';
}

/** Each row before its first change and after its last; rows that end as they began tell nothing. */
function rowEndsOf(rows: readonly JournalRow[]): RowEnds[] {
  const ends = new Map<string, RowEnds>();
  for (const { entity, key, before, after } of rows) {
    const id = `${entity}\0${keyText([...key.values()])}`;
    ends.set(id, { entity, before: ends.has(id) ? (ends.get(id)?.before ?? null) : before, after });
  }
  return [...ends.values()].filter(({ before, after }) => !isSameRow(before, after));
}

function isSameRow(a: Image | null, b: Image | null): boolean {
  if (a === null || b === null) return a === b;
  return [...b].every(([name, { shown, kept }]) => {
    const own = a.get(name);
    return own !== undefined && own.shown === shown && own.kept === kept;
  });
}

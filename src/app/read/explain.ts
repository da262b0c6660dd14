// Shows what a query becomes: its SQL, the bound values, and the engine's plan.
import type { Explanation } from '../../contract/explain.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { columnsRow, jsonRow, type RowFormat } from '../../query/compile/formats.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFullyVisible } from './full-visibility.ts';
import { readAnswer } from './pivot.ts';
import { pageOptions, type Query, readQuery } from './query.ts';

const defaultLimit = 100n;

export function explainGrid(
  open: OpenDatabase,
  requester: Requester,
  read: ReadGridRequest,
): Promise<Explanation> {
  return open.use(requester, async (snapshot) => {
    const answered = await readAnswer(snapshot, read);
    const statement = pageOf(answered, jsonRow);
    const isVisible = isFullyVisible(snapshot.database, statement);
    const explained = isVisible ? await snapshot.connection.explain(statement) : null;
    const { plan, estimate } = explained ?? hiddenPlan;
    const query = readQuery(readable(snapshot), read);
    const { pivot } = answered;
    const { sql, parameters } = pageOf(pivot === null ? query : query.withColumns(pivot), columnsRow);
    return { sql, parameters: parameters.map(shown), plan, estimate };
  });
}

/** The engine's plan would reveal rows and columns that the caller may not see. */
const hiddenPlan = { plan: 'The plan is shown to those who may see all of these entities.', estimate: null };

function pageOf(query: Query, format: RowFormat): Statement {
  return query.page(format, pageOptions(query, query.paging.limit ?? defaultLimit, false));
}

/** Leaves out what a statement needs only to run: it tells the reader nothing. */
function readable(snapshot: Snapshot): Snapshot {
  const { guard, ...sql } = snapshot.dialect.sql;
  // A separate scope, so that these statements are not cached for later requests.
  const scope = { ...snapshot.scope, source: {} };
  const filterBindings = snapshot.filterBindings.plain();
  return { ...snapshot, dialect: { ...snapshot.dialect, sql }, scope, filterBindings };
}

function shown(value: unknown): string | number | boolean | null {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  return value === null || value === undefined ? null : String(value);
}

// Shows what a query becomes: its SQL, the values bound to it, and how the engine would go about it.
import type { Explanation } from '../contract/explain.ts';
import type { ReadGridRequest } from '../contract/read-grid.ts';
import { jsonRow } from '../query/compile/formats.ts';
import type { OpenDatabase } from './database.ts';
import { pageOptions, readQuery } from './query.ts';

const defaultLimit = 100n;

export function explainGrid(
  open: OpenDatabase,
  read: ReadGridRequest,
  signal: AbortSignal,
): Promise<Explanation> {
  return open.use(async (snapshot) => {
    const query = readQuery(snapshot, read);
    const limit = query.plan.limit ?? defaultLimit;
    const statement = query.page(jsonRow, pageOptions(query, limit, false));
    const { plan, estimate } = await snapshot.connection.explain(statement, { signal });
    return { sql: statement.sql, parameters: statement.parameters.map(shown), plan, estimate };
  });
}

function shown(value: unknown): string | number | boolean | null {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  return value === null || value === undefined ? null : String(value);
}

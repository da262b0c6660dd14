// Facts about a MySQL or MariaDB table that are only displayed.
import type { Row } from './fingerprint.ts';

// Rarely needed, and estimating a table's rows takes the engine longer than anything else about it.
const notesSql = `
  select table_name, table_rows, table_comment from information_schema.tables
  where table_schema = database() and table_type in ('BASE TABLE', 'SYSTEM VERSIONED')`;

export interface Note {
  readonly comment: string | null;
  readonly rowEstimate: number | null;
}

export async function readNotes(source: { all(sql: string): Promise<Row[]> }): Promise<Map<string, Note>> {
  const rows = await source.all(notesSql);
  return new Map(
    rows.map(([table, estimate, comment]) => [
      table ?? '',
      { comment: comment || null, rowEstimate: typeof estimate === 'string' ? Number(estimate) : null },
    ]),
  );
}

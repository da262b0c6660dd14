// What PostgreSQL says about summaries, apart from its types.
import type { Column } from '../../../model/database.ts';
import type { SummarySql } from '../../../query/dialect/sql.ts';
import { computedColumn } from '../../../query/pseudo.ts';

/** The physical location of a row. */
const place: readonly Column[] = [
  { ...computedColumn('integer', 'oid', 'oid'), name: 'tableoid', nullable: false },
  { ...computedColumn('other', 'plain:tid', 'tid'), name: 'ctid', nullable: false },
];

/** Rows of a table without a key are identified by their location, including the partition. */
export const rowIdentity: SummarySql['rowIdentity'] = ({ kind, restriction }) =>
  kind === 'view' || restriction !== null ? null : place;

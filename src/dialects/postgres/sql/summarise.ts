// What PostgreSQL says about summaries, beside what its types do.
import type { Column } from '../../../model/database.ts';
import type { SummarySql } from '../../../query/dialect/sql.ts';
import { computedColumn } from '../../../query/pseudo.ts';

/** Where a row lies. */
const place: readonly Column[] = [
  { ...computedColumn('integer', 'oid', 'oid'), name: 'tableoid', nullable: false },
  { ...computedColumn('other', 'plain:tid', 'tid'), name: 'ctid', nullable: false },
];

/** A table without a key is told apart by where its rows lie, its partitions included. */
export const rowIdentity: SummarySql['rowIdentity'] = ({ kind, restriction }) =>
  kind === 'view' || restriction !== null ? null : place;

// The first and last entries of the audit log, so that truncation is detected.
import { insertIfAbsent } from '../queries.ts';
import type { Migration } from './migration.ts';

export const auditEnds: Migration = {
  name: '0018-audit-ends',
  async up({ db, types }) {
    await db.schema
      .createTable('audit_ends')
      .ifNotExists()
      .addColumn('log', types.key, (column) => column.primaryKey())
      .addColumn('first', types.integer, (column) => column.notNull())
      .addColumn('last', types.integer, (column) => column.notNull())
      .addColumn('hash', types.key, (column) => column.notNull())
      .execute();
    const [oldest, latest] = await Promise.all(
      (['asc', 'desc'] as const).map((order) =>
        db.selectFrom('audit').selectAll().orderBy('seq', order).limit(1).executeTakeFirst(),
      ),
    );
    if (oldest === undefined || latest === undefined) return;
    // A row has the number of the last of its lines.
    const first = Number(oldest.seq) - oldest.line.split('\n').length + 1;
    await insertIfAbsent(db, 'audit_ends', {
      log: 'audit',
      first,
      last: Number(latest.seq),
      hash: latest.hash,
    });
  },
};

// The audit log.
import type { Migration } from './migration.ts';

export const audit: Migration = {
  name: '0005-audit',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('audit')
      .ifNotExists()
      .addColumn('seq', types.integer, (column) => column.primaryKey())
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('line', types.text, (column) => column.notNull())
      .addColumn('hash', types.key, (column) => column.notNull())
      .execute();
    await change.index('audit', ['at']);
  },
};

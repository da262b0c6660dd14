// Links under which saved queries and dashboards are read without a login.
import type { Migration } from './migration.ts';

export const links: Migration = {
  name: '0003-links',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('links')
      .ifNotExists()
      .addColumn('id', types.key, (column) => column.primaryKey())
      .addColumn('digest', types.key, (column) => column.notNull())
      .addColumn('document', types.integer, (column) => column.notNull())
      .addColumn('maker', types.key)
      .addColumn('arguments', types.text, (column) => column.notNull())
      .addColumn('expires', types.text, (column) => column.notNull())
      .addColumn('ends_at', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .execute();
    await change.index('links', ['digest'], { unique: true });
    await change.index('links', ['document', 'created_at']);
  },
};

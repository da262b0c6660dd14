// What assistants have asked and proposed.
import type { Migration } from './migration.ts';

export const agents: Migration = {
  name: '0012-agents',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('asked')
      .ifNotExists()
      .addColumn('id', types.key, (column) => column.primaryKey())
      .addColumn('username', types.key)
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('times', types.integer, (column) => column.notNull())
      .addColumn('tool', types.key, (column) => column.notNull())
      .addColumn('said', types.text, (column) => column.notNull())
      .addColumn('document', types.text)
      .addColumn('place', types.text)
      .addColumn('row_count', types.integer)
      .addColumn('problem', types.key)
      .execute();
    await change.index('asked', ['username', 'at']);
    await db.schema
      .createTable('proposals')
      .ifNotExists()
      .addColumn('id', types.key, (column) => column.primaryKey())
      .addColumn('username', types.key)
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('body', types.text, (column) => column.notNull())
      .execute();
    await change.index('proposals', ['at']);
  },
};

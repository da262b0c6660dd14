// Tokens for programs.
import type { Migration } from './migration.ts';

export const tokens: Migration = {
  name: '0004-tokens',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('tokens')
      .ifNotExists()
      .addColumn('digest', types.key, (column) => column.primaryKey())
      .addColumn('id', types.key, (column) => column.notNull())
      .addColumn('username', types.key, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('roles', types.text)
      .addColumn('read_only', types.integer, (column) => column.notNull())
      .addColumn('expires', types.text, (column) => column.notNull())
      .addColumn('ends_at', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('used_at', types.integer)
      .execute();
    await change.index('tokens', ['id'], { unique: true });
    await change.index('tokens', ['username', 'created_at']);
  },
};

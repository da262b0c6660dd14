// Sessions, failed attempts, preferences, and what all instances share.
import type { Migration } from './migration.ts';

export const sessions: Migration = {
  name: '0001-sessions',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('secrets')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('value', types.text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sessions')
      .ifNotExists()
      .addColumn('digest', types.key, (column) => column.primaryKey())
      .addColumn('username', types.key, (column) => column.notNull())
      .addColumn('proof', types.text, (column) => column.notNull())
      .addColumn('opened_at', types.integer, (column) => column.notNull())
      .addColumn('used_at', types.integer, (column) => column.notNull())
      .execute();
    await change.index('sessions', ['username', 'opened_at']);
    await change.index('sessions', ['opened_at']);
    await db.schema
      .createTable('attempts')
      .ifNotExists()
      .addColumn('subject', types.key, (column) => column.primaryKey())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('until', types.integer, (column) => column.notNull())
      .execute();
    await change.index('attempts', ['until']);
    await db.schema
      .createTable('preferences')
      .ifNotExists()
      .addColumn('username', types.key, (column) => column.primaryKey())
      .addColumn('document', types.text, (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .execute();
  },
};

// Sign-on: the claims of a session's user, the users who have signed on, and the states that were used.
import type { Migration } from './migration.ts';

export const signOn: Migration = {
  name: '0008-sign-on',
  async up(change) {
    const { db, types } = change;
    await change.column('sessions', 'claims', types.text);
    await db.schema
      .createTable('signed_on')
      .ifNotExists()
      .addColumn('username', types.key, (column) => column.primaryKey())
      .addColumn('subject', types.text, (column) => column.notNull())
      .addColumn('claims', types.text, (column) => column.notNull())
      .addColumn('seen_at', types.integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('used_states')
      .ifNotExists()
      .addColumn('digest', types.key, (column) => column.primaryKey())
      .addColumn('until', types.integer, (column) => column.notNull())
      .execute();
    await change.index('used_states', ['until']);
  },
};

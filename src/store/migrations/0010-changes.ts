// The journal of changes: change sets, and their rows before and after.
import type { Migration } from './migration.ts';

export const changes: Migration = {
  name: '0010-changes',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('change_sets')
      .ifNotExists()
      .addColumn('id', types.key, (column) => column.primaryKey())
      .addColumn('state', types.key, (column) => column.notNull())
      .addColumn('username', types.key)
      .addColumn('note', types.text)
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('undoes', types.key)
      .addColumn('mark', types.key)
      .addColumn('request_key', types.key)
      .addColumn('request_digest', types.key)
      .addColumn('reply', types.text)
      .execute();
    await change.index('change_sets', ['at', 'id']);
    await change.index('change_sets', ['state']);
    await change.index('change_sets', ['request_key'], { unique: true });
    await db.schema
      .createTable('change_rows')
      .ifNotExists()
      .addColumn('change_set', types.key, (column) => column.notNull())
      .addColumn('n', types.integer, (column) => column.notNull())
      .addColumn('entity', types.text, (column) => column.notNull())
      .addColumn('op', types.key, (column) => column.notNull())
      .addColumn('is_cascade', types.integer, (column) => column.notNull())
      .addColumn('row_key', types.text, (column) => column.notNull())
      .addColumn('before_row', types.text)
      .addColumn('before_kept', types.text)
      .addColumn('after_row', types.text)
      .addColumn('after_kept', types.text)
      .addPrimaryKeyConstraint('change_rows_key', ['change_set', 'n'])
      .execute();
  },
};

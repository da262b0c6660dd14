// Finds a record's history without scanning the whole journal. Older rows have no mark and are still found by their
// keys.
import type { Migration } from './migration.ts';

export const changeKeys: Migration = {
  name: '0019-change-keys',
  async up(change) {
    const { db, types } = change;
    await change.column('change_rows', 'row_mark', types.key);
    await change.index('change_rows', ['row_mark']);
    await change.column('change_pages', 'is_marked', types.integer, { defaultTo: 0 });
    await db.schema
      .createTable('change_keys')
      .ifNotExists()
      .addColumn('mark', types.key, (column) => column.notNull())
      .addColumn('change_set', types.key, (column) => column.notNull())
      .addPrimaryKeyConstraint('change_keys_key', ['mark', 'change_set'])
      .execute();
    await change.index('change_keys', ['change_set']);
  },
};

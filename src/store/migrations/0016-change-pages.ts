// The rows of long change sets, such as imports, many to a page: one database row each would make the store slower than
// the import.
import type { Migration } from './migration.ts';

export const changePages: Migration = {
  name: '0016-change-pages',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('change_pages')
      .ifNotExists()
      .addColumn('change_set', types.key, (column) => column.notNull())
      .addColumn('n', types.integer, (column) => column.notNull())
      .addColumn('entity', types.text, (column) => column.notNull())
      .addColumn('size', types.integer, (column) => column.notNull())
      .addColumn('body', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('change_pages_key', ['change_set', 'n'])
      .execute();
  },
};

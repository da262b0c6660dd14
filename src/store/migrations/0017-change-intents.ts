// Changes about to be committed, one line each: the line is flushed to disk first, and expanded into a set with rows
// later.
import type { Migration } from './migration.ts';

export const changeIntents: Migration = {
  name: '0017-change-intents',
  async up({ db, types }) {
    await db.schema
      .createTable('change_intents')
      .ifNotExists()
      .addColumn('n', types.integer, (column) => column.primaryKey())
      .addColumn('body', types.text, (column) => column.notNull())
      .execute();
  },
};

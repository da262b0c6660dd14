// Changes that are about to be committed, a line each: it waits for the disk, and becomes a set with its rows later.
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

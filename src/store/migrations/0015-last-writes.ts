// The replication position of the primary after each user's last change.
import type { Migration } from './migration.ts';

export const lastWrites: Migration = {
  name: '0015-last-writes',
  async up({ db, types }) {
    await db.schema
      .createTable('last_writes')
      .ifNotExists()
      .addColumn('writer', types.key, (column) => column.primaryKey())
      .addColumn('position', types.text)
      .execute();
  },
};

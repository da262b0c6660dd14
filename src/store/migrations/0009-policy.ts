// The policy, if it is not in a file: its versions, and the current one.
import type { Migration } from './migration.ts';

export const policy: Migration = {
  name: '0009-policy',
  async up({ db, types }) {
    await db.schema
      .createTable('policy_versions')
      .ifNotExists()
      .addColumn('version', types.integer, (column) => column.primaryKey())
      .addColumn('document', types.text, (column) => column.notNull())
      .addColumn('note', types.text)
      .addColumn('author', types.key)
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('policy_heads')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('version', types.integer, (column) => column.notNull())
      .execute();
  },
};

// Users' verdicts on undeclared relations between files.
import type { Migration } from './migration.ts';

export const inferred: Migration = {
  name: '0011-inferred',
  async up({ db, types }) {
    await db.schema
      .createTable('relation_decisions')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('version', types.integer, (column) => column.notNull())
      .addColumn('document', types.text, (column) => column.notNull())
      .execute();
  },
};

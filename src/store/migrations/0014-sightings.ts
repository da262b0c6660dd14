// The schema as last seen under the current policy.
import type { Migration } from './migration.ts';

export const sightings: Migration = {
  name: '0014-sightings',
  async up({ db, types }) {
    await db.schema
      .createTable('policy_sightings')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('edition', types.key, (column) => column.notNull())
      .addColumn('sighting', types.text, (column) => column.notNull())
      .execute();
  },
};

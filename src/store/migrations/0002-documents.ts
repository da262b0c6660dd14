// Saved queries and dashboards: their versions, their audiences, and the search index.
import type { Migration } from './migration.ts';

export const documents: Migration = {
  name: '0002-documents',
  async up(change) {
    const { db, types } = change;
    await db.schema
      .createTable('documents')
      .ifNotExists()
      .addColumn('id', types.integer, (column) => column.primaryKey())
      .addColumn('kind', types.key, (column) => column.notNull())
      .addColumn('slug', types.key)
      .addColumn('last_slug', types.key, (column) => column.notNull())
      .addColumn('owner', types.key)
      .addColumn('visibility', types.text, (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addColumn('deleted_at', types.integer)
      .addColumn('bytes', types.integer, (column) => column.notNull())
      .addColumn('search', types.text, (column) => column.notNull())
      .execute();
    await change.index('documents', ['kind', 'slug'], { unique: true });
    await change.index('documents', ['kind', 'last_slug', 'deleted_at']);
    await change.index('documents', ['deleted_at']);
    await db.schema
      .createTable('document_versions')
      .ifNotExists()
      .addColumn('document', types.integer, (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .addColumn('visibility', types.text, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addColumn('bytes', types.integer, (column) => column.notNull())
      .addColumn('content', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('document_versions_key', ['document', 'version'])
      .execute();
    await db.schema
      .createTable('document_audiences')
      .ifNotExists()
      .addColumn('document', types.integer, (column) => column.notNull())
      .addColumn('audience', types.key, (column) => column.notNull())
      .addColumn('kind', types.key, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('document_audiences_key', ['document', 'audience'])
      .execute();
    await change.index('document_audiences', ['kind', 'audience', 'updated_at', 'document']);
    await db.schema
      .createTable('document_grams')
      .ifNotExists()
      .addColumn('gram', types.integer, (column) => column.notNull())
      .addColumn('document', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('document_grams_key', ['gram', 'document'])
      .execute();
  },
};

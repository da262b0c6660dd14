// The documents that describe the database: API schema, entity map, catalog. Each is built and serialised once per
// model and base address.
import type { Catalog, CatalogEntity } from '../../contract/catalog.ts';
import type { ApiSchema } from '../../contract/schema.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Database, Entity } from '../../model/database.ts';
import { modeOf } from '../../model/mode.ts';
import { Cache, type CacheScope } from '../../query/cache.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { everything } from '../policy/why.ts';

/** The addresses that the API schema publishes. */
export interface SchemaAddresses {
  /** Their common prefix, the cache key of documents. */
  readonly base: string;
  logout(): string;
  mode(): string;
  query(): string;
  list(entity: string): string;
  add(entity: string): string;
  recordTemplate(entity: string, key: readonly string[]): string;
}

/** Bounded: the base address comes from the request's host, so clients can vary it. */
const documents = new Cache<string>('documents', { weigh: (text) => text.length });

function once(scope: CacheScope, name: string, make: () => object): string {
  return documents.get(scope, name, () => JSON.stringify(make()));
}

export function schemaDocument(
  open: OpenDatabase,
  requester: Requester,
  addresses: SchemaAddresses,
): Promise<string> {
  return open.use(requester, async ({ database, scope }) =>
    once(scope, `schema ${addresses.base}`, () => apiSchema(database, addresses)),
  );
}

export function modeDocument(open: OpenDatabase, requester: Requester): Promise<string> {
  return open.use(requester, async ({ database, scope }) => once(scope, 'mode', () => modeOf(database)));
}

export function catalogDocument(open: OpenDatabase, requester: Requester): Promise<string> {
  return open.use(requester, async ({ database, dialect, connection, scope }) => {
    await connection.annotate();
    return once(scope, 'catalog', () => catalogOf(database, dialect));
  });
}

/** The catalog of the whole database, whatever the caller may read: for those who edit the policy. */
export function fullCatalog(open: OpenDatabase, requester: Requester): Promise<string> {
  const { rights } = requester.principal;
  const all = rights.policy === null ? rights : everything();
  return open.runAs(requester, all, async ({ database, dialect, connection, scope }) => {
    await connection.annotate();
    return once(scope, 'catalog', () => catalogOf(database, dialect));
  });
}

/** Reloads the schema and returns the number of its entities. */
export async function refreshed(open: OpenDatabase, requester: Requester): Promise<number> {
  await open.refresh();
  return open.use(requester, async ({ database }) => database.entities.size);
}

// Object.fromEntries makes own properties even of names like `__proto__`; assignment would not.
function apiSchema(database: Database, addresses: SchemaAddresses): ApiSchema {
  const entities = [...database.entities.values()];
  return {
    logout: addresses.logout(),
    mode: addresses.mode(),
    'uni-grid-request': addresses.query(),
    entities: Object.fromEntries(
      entities
        .filter(({ kind }) => kind === 'table')
        .map(({ name, keyNames }) => [
          name,
          {
            get: addresses.list(name),
            add: addresses.add(name),
            record: addresses.recordTemplate(name, keyNames),
          },
        ]),
    ),
    views: Object.fromEntries(
      entities.filter(({ kind }) => kind === 'view').map(({ name }) => [name, { get: addresses.list(name) }]),
    ),
  };
}

function catalogOf(database: Database, dialect: Dialect): Catalog {
  return {
    engine: { name: dialect.name, title: dialect.title },
    warnings: [...database.warnings],
    entities: Object.fromEntries(
      [...database.entities].map(([name, entity]) => [name, catalogEntity(entity)]),
    ),
  };
}

function catalogEntity(entity: Entity): CatalogEntity {
  return {
    kind: entity.kind,
    schema: entity.id.schema,
    table: entity.id.table,
    columns: entity.columns.map((column) => ({
      name: column.name,
      type: column.mode,
      nativeType: column.nativeType,
      ...(column.choices && { choices: [...column.choices] }),
      nullable: column.nullable,
      default: column.default,
      generated: column.generated,
      comment: column.comment,
    })),
    key: [...entity.keyNames],
    keyKind: entity.keyKind,
    primaryKey: [...entity.primaryKey],
    indexes: entity.indexes.map(({ name, columns, unique }) => ({ name, columns: [...columns], unique })),
    foreignKeys: entity.foreignKeys.map((key) => ({
      name: key.name,
      columns: key.columns.map((column) => column.name),
      entity: key.target,
      entityColumns: key.targetColumns.map((column) => column.name),
    })),
    rowEstimate: entity.rowEstimate,
    comment: entity.comment,
  };
}

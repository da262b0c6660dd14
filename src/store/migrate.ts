// Migrates a store's tables to this version: forward only, one process at a time.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type StoreEngine, withRetries } from './engine.ts';
import { type Lease, takeLease } from './lease.ts';
import { migrations as all } from './migrations/index.ts';
import { Change, type Migration } from './migrations/migration.ts';
import { insertIfAbsent } from './queries.ts';
import { StoreError } from './store.ts';
import type { StoreTables } from './tables.ts';

/** After this time, the lease of a process killed during a migration expires. */
const leaseMs = 3_000;
const retryMs = 100;
/** How often another process may have created the same object before it counts as a bug. */
const maxCollisions = 100;

/**
 * Every step can be repeated, so a process may be killed anywhere. The lease only keeps two processes from interfering.
 */
export async function migrate(
  db: Kysely<StoreTables>,
  engine: StoreEngine,
  display: string,
  migrations: readonly Migration[] = all,
): Promise<void> {
  if (await isUpToDate(db, engine, display, migrations)) return;
  await withRetries(engine, () => makeOwnTables(db, engine));
  for (let collisions = 0; ; ) {
    const lease = await withRetries(engine, () => takeLease(db, 'migrations', randomUUID(), leaseMs));
    if (lease !== null) {
      try {
        await run(db, engine, display, migrations, lease);
        return;
      } catch (error) {
        // On a busy machine a lease may expire before it is renewed, and another process then migrates too.
        if (!engine.isAlreadyThere(error) || ++collisions > maxCollisions) throw error;
      } finally {
        await lease.release().catch(() => {});
      }
    }
    await delay(retryMs);
    if (await isUpToDate(db, engine, display, migrations)) return;
  }
}

async function run(
  db: Kysely<StoreTables>,
  engine: StoreEngine,
  display: string,
  migrations: readonly Migration[],
  lease: Lease,
): Promise<void> {
  const done = await applied(db);
  refuseNewer(done, migrations, display);
  const renewing = setInterval(() => void lease.renew().catch(() => {}), leaseMs / 3);
  try {
    for (const migration of migrations.filter(({ name }) => !done.has(name))) {
      const apply = async (on: Kysely<StoreTables>) => {
        await migration.up(new Change(on, engine));
        await insertIfAbsent(on, 'migrations', { name: migration.name, at: Date.now() });
      };
      await withRetries(engine, () =>
        engine.hasTransactionalDdl ? db.transaction().execute(apply) : apply(db),
      );
    }
  } finally {
    clearInterval(renewing);
  }
}

async function makeOwnTables(db: Kysely<StoreTables>, engine: StoreEngine): Promise<void> {
  const { types } = engine;
  try {
    await engine.prepare(db);
    await db.schema
      .createTable('leases')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('holder', types.key)
      .addColumn('fence', types.integer, (column) => column.notNull())
      .addColumn('until', types.integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', types.key, (column) => column.primaryKey())
      .addColumn('at', types.integer, (column) => column.notNull())
      .execute();
  } catch (error) {
    // If two processes create a table at the same moment, PostgreSQL refuses one in spite of `if not exists`.
    if (!engine.isAlreadyThere(error)) throw error;
    await delay(retryMs);
    await makeOwnTables(db, engine);
  }
}

async function isUpToDate(
  db: Kysely<StoreTables>,
  engine: StoreEngine,
  display: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  const done = await withRetries(engine, () => applied(db).catch((error: unknown) => noneYet(engine, error)));
  refuseNewer(done, migrations, display);
  return migrations.every(({ name }) => done.has(name));
}

/** Whether this is a state store: commands that only read or copy a store must not turn anything else into one. */
export async function isStore(db: Kysely<StoreTables>, engine: StoreEngine): Promise<boolean> {
  const done = await withRetries(engine, () => applied(db).catch((error: unknown) => noneYet(engine, error)));
  return done.size > 0;
}

async function applied(db: Kysely<StoreTables>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('migrations').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

function noneYet(engine: StoreEngine, error: unknown): ReadonlySet<string> {
  if (engine.isMissing(error)) return new Set();
  throw error;
}

/** An older version does not know what the tables mean now. */
function refuseNewer(done: ReadonlySet<string>, migrations: readonly Migration[], display: string): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...done].filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new StoreError(
    `The state store ${display} was made by a newer version of Joinery (${newer.join(', ')}): use that version, or name another store with --state.`,
  );
}

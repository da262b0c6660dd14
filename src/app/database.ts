// The open database: its dialect, its connection, and a model that is refreshed when it is out of date.
import type { PolicyDocument } from '../contract/policy.ts';
import { Problem } from '../contract/problem.ts';
import {
  type Connection,
  type ConnectOptions,
  type Dialect,
  type ReadWish,
  StaleSchema,
} from '../dialects/dialect.ts';
import { loadDialect } from '../dialects/registry.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import type { UserRights } from '../identity/rights.ts';
import { newSealKey, Seal } from '../identity/seal.ts';
import { buildDatabase } from '../model/build.ts';
import type { RawCatalog } from '../model/catalog.ts';
import type { SeenDatabase } from '../model/database.ts';
import type { Decision } from '../model/inference/inferred.ts';
import { unrestricted } from '../model/restrict.ts';
import { type Asker, BoundConnection } from './bound-connection.ts';
import type { KeptDecisions } from './inferred/decisions.ts';
import { type LastWrites, wishOf } from './last-writes.ts';
import { policyProblems } from './policy/check.ts';
import { attributeProblem } from './policy/check-users.ts';
import { Rights } from './policy/rights.ts';
import type { SchemaMemory } from './policy/vanished.ts';
import { isWhole } from './read/whole.ts';
import type { Snapshot } from './snapshot.ts';

export type { Asker } from './bound-connection.ts';

/** What is remembered across restarts. */
export interface Kept {
  readonly memory?: SchemaMemory | null;
  /** Users' verdicts on undeclared relations. */
  readonly decisions?: KeptDecisions;
}

/** One reading of the schema. */
interface Schema {
  readonly catalog: RawCatalog;
  /** The version of the verdicts that it was built with. */
  readonly decided: number;
  /** The connection it was read on; the database may have been replaced since. */
  readonly connection: Connection;
  /** The whole model. */
  readonly database: SeenDatabase;
  /** Increases with each reading. */
  readonly generation: number;
}

/** An unknown name reloads the catalog at most this often. */
const lookAgainMs = 1_000;

export class OpenDatabase {
  readonly dialect: Dialect;
  /** Only with several hosts: users must read their own writes. */
  lastWrites: LastWrites | null = null;
  readonly #seal: Seal;
  readonly #rights: Rights;
  readonly #decisions: KeptDecisions | null;
  readonly #onWarning: ConnectOptions['onWarning'];
  #schema: Schema;
  #version: string | null;
  #readAt = Date.now();
  #refreshing: Promise<void> | null = null;

  private constructor(
    dialect: Dialect,
    connection: Connection,
    catalog: RawCatalog,
    seal: Seal,
    rights: Rights,
    { decisions }: Kept,
    { onWarning }: ConnectOptions,
  ) {
    this.dialect = dialect;
    this.#onWarning = onWarning;
    this.#rights = rights;
    this.#decisions = decisions ?? null;
    this.#schema = { connection, generation: 1, ...this.#built(catalog) };
    this.#seal = seal;
    this.#version = versionOf(connection);
  }

  /**
   * Cursors work wherever the same database is opened with the same seal. `isLimited`: whether there is a policy; if
   * so, users see only what it grants. `kept` survives restarts.
   */
  static async open(
    url: DatabaseUrl,
    options: ConnectOptions,
    seal: Seal = new Seal(newSealKey()),
    isLimited: () => boolean = () => false,
    kept: Kept = {},
  ): Promise<OpenDatabase> {
    const dialect = await loadDialect(url);
    const connection = await dialect.connect(url, options);
    try {
      const rights = new Rights(dialect.sql, isLimited, options.onWarning, kept.memory ?? null);
      const catalog = await connection.reflect();
      return new OpenDatabase(dialect, connection, catalog, seal, rights, kept, options);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** What reflection left out, and why. */
  get warnings(): readonly string[] {
    return this.#schema.database.warnings;
  }

  /** Whether its keys and relations are inferred because none are declared. */
  get hasInference(): boolean {
    return this.#schema.catalog.inference !== undefined;
  }

  /** Runs a use case; if the schema turns out to have changed, runs it again with the new one. */
  use<T>(asker: Asker, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.runAs(asker, asker.principal.rights, work);
  }

  /** Runs a use case synchronously. Null if it would have to wait, finds nothing or fails: `use` then reports more. */
  atOnce<T>(asker: Asker, work: (snapshot: Snapshot) => T | null): T | null {
    if (this.#lookAtDecisions() !== undefined) return null;
    const schema = this.#fresh();
    if (schema === null || schema.connection.onOneHost !== undefined) return null;
    try {
      return work(this.#snapshot(schema, schema.connection, asker, asker.principal.rights));
    } catch {
      return null;
    }
  }

  /** The same for changes: reads on the primary, and never retries because a host failed. */
  change<T>(asker: Asker, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.runAs(asker, asker.principal.rights, work, 'primary');
  }

  /** The same with other rights than the caller's, only to find out what those rights are. */
  async runAs<T>(
    asker: Asker,
    rights: UserRights,
    work: (snapshot: Snapshot) => Promise<T>,
    from: ReadWish['from'] = 'any',
  ): Promise<T> {
    const run = async (place: ReadWish['from']) => {
      const looked = this.#lookAtDecisions();
      if (looked !== undefined) await looked;
      const schema = this.#fresh() ?? (await this.#renewed());
      const answer = (connection: Connection) => work(this.#snapshot(schema, connection, asker, rights));
      const { connection } = schema;
      if (connection.onOneHost === undefined) return answer(connection);
      const written = await this.lastWrites?.of(asker.principal.name);
      return connection.onOneHost(wishOf(place, written ?? null), answer);
    };
    try {
      return await run(from);
    } catch (error) {
      if (!(error instanceof StaleSchema) && !isUnknownName(error)) throw error;
      if (isUnknownName(error) && Date.now() - this.#readAt < lookAgainMs) throw error;
      await this.refresh();
    }
    try {
      // A replica may not have the new schema yet.
      return await run(from === 'any' ? 'newest' : from);
    } catch (error) {
      if (!(error instanceof StaleSchema)) throw error;
      if (error.cause instanceof Problem) throw error.cause;
      throw new Problem('refused-by-database', 'The database cannot run this: something it names is gone.', {
        cause: error.cause,
      });
    }
  }

  #snapshot(schema: Schema, connection: Connection, asker: Asker, rights: UserRights): Snapshot {
    const { dialect, database, granted, sight, scope } = this.#view(schema, rights);
    return {
      principal: asker.principal,
      dialect,
      connection: new BoundConnection(connection, asker, (statement) => isWhole(database, statement)),
      database,
      whole: schema.database,
      isLimited: this.#rights.limits(rights),
      as: (other, takenFrom) => this.#view(schema, other, takenFrom),
      granted,
      sight,
      scope,
      seal: this.#seal,
    };
  }

  /** What these rights allow to see. */
  #view(
    schema: Schema,
    rights: UserRights,
    takenFrom: PolicyDocument | null = null,
  ): Pick<Snapshot, 'dialect' | 'database' | 'granted' | 'sight' | 'scope'> {
    const { database, granted, key, ownKey: sight } = this.#rights.viewOf(schema, rights, takenFrom);
    const scope = { source: this, generation: schema.generation, principal: key };
    return { dialect: this.dialect, database, granted, sight, scope };
  }

  /** Reloads the schema; concurrent callers share one reload. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Throws a Problem that points at the first mismatch with the database. */
  async checkPolicy(policy: PolicyDocument): Promise<void> {
    const [problem] = await this.policyProblems(policy, 0);
    if (problem !== undefined) throw problem;
  }

  /** The same for users' attributes, which takes longer. */
  async checkPolicyUsers(policy: PolicyDocument): Promise<void> {
    const { database } = this.#fresh() ?? (await this.#renewed());
    const problem = attributeProblem(policy, database, this.dialect.sql);
    if (problem !== null) throw problem;
  }

  /**
   * All mismatches with the database. If there are any and the last reading is older than `olderMs`, reloads the schema
   * first: a name may be new.
   */
  async policyProblems(policy: PolicyDocument, olderMs = lookAgainMs): Promise<readonly Problem[]> {
    const { database } = this.#fresh() ?? (await this.#renewed());
    const problems = policyProblems(policy, database, this.dialect.sql);
    if (problems.length === 0 || Date.now() - this.#readAt < olderMs) return problems;
    await this.refresh();
    return policyProblems(policy, this.#schema.database, this.dialect.sql);
  }

  /** Every request after its answer sees it. */
  async decide(decision: Decision): Promise<void> {
    if (this.#decisions === null) throw new Problem('not-found', 'Nothing is kept here.');
    await this.#decisions.keep(decision);
  }

  async ping(signal: AbortSignal): Promise<void> {
    const { connection } = this.#fresh() ?? (await this.#renewed());
    await connection.ping({ signal });
  }

  close(): Promise<void> {
    return this.#schema.connection.close();
  }

  async #read(): Promise<void> {
    const { connection: last } = this.#schema;
    const connection = (await last.current?.()) ?? last;
    // Switch at once: after a failover, nothing must start on the old connection, whatever follows.
    this.#schema = { ...this.#schema, connection };
    const version = versionOf(connection);
    const catalog = await connection.reflect();
    const known = new Set(this.warnings);
    this.#schema = { connection, generation: this.#schema.generation + 1, ...this.#built(catalog) };
    for (const warning of this.warnings) if (!known.has(warning)) this.#onWarning(warning);
    this.#version = version;
    this.#readAt = Date.now();
  }

  /** Null if the schema has changed. */
  #fresh(): Schema | null {
    const version = this.#schema.connection.schemaVersion();
    if (version !== null && version !== this.#version) return null;
    const { catalog, connection, generation, decided } = this.#schema;
    if (decided !== (this.#decisions?.version ?? 0)) {
      this.#schema = { connection, generation: generation + 1, ...this.#built(catalog) };
    }
    return this.#schema;
  }

  /** Only for databases with inferred relations. */
  #lookAtDecisions(): Promise<void> | undefined {
    return this.#schema.catalog.inference === undefined ? undefined : this.#decisions?.look();
  }

  #built(catalog: RawCatalog): Pick<Schema, 'catalog' | 'database' | 'decided'> {
    const database = unrestricted(buildDatabase(catalog, this.#decisions?.current));
    return { catalog, database, decided: this.#decisions?.version ?? 0 };
  }

  async #renewed(): Promise<Schema> {
    await this.refresh();
    return this.#schema;
  }
}

/** The version of what this connection reads. */
function versionOf(connection: Connection): string | null {
  return connection.openedVersion ?? connection.schemaVersion();
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'unknown-entity' || error.extras.unknownName === true);
}

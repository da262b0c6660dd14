// The open database: its dialect, its connection, and a model that is refreshed when it is out of date.
import type { PolicyDocument } from '../contract/policy.ts';
import { Problem } from '../contract/problem.ts';
import {
  type Connection,
  type ConnectOptions,
  type Dialect,
  type ReadPreference,
  StaleSchema,
} from '../dialects/dialect.ts';
import { loadDialect } from '../dialects/registry.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import type { UserRights } from '../identity/rights.ts';
import { newSealKey, Seal } from '../identity/seal.ts';
import type { Decision } from '../model/inference/inferred.ts';
import { BoundConnection, type Requester } from './bound-connection.ts';
import { CurrentSchema, type Schema } from './current-schema.ts';
import type { StoredDecisions } from './inferred/decisions.ts';
import { type LastWrites, readPreferenceFor } from './last-writes.ts';
import { policyProblems } from './policy/check.ts';
import { attributeProblem } from './policy/check-users.ts';
import { Rights } from './policy/rights.ts';
import type { SchemaMemory } from './policy/vanished.ts';
import { isFullyVisible } from './read/full-visibility.ts';
import type { Snapshot } from './snapshot.ts';

export type { Requester } from './bound-connection.ts';

/** What is remembered across restarts. */
export interface PersistentState {
  readonly memory?: SchemaMemory | null;
  /** Users' verdicts on undeclared relations. */
  readonly decisions?: StoredDecisions;
}

/** An unknown name reloads the catalog at most this often. */
const reloadIntervalMs = 1_000;

export class OpenDatabase {
  readonly dialect: Dialect;
  /** Only with several hosts: users must read their own writes. */
  lastWrites: LastWrites | null = null;
  readonly #seal: Seal;
  readonly #rights: Rights;
  readonly #decisions: StoredDecisions | null;
  readonly #current: CurrentSchema;

  private constructor(
    dialect: Dialect,
    current: CurrentSchema,
    seal: Seal,
    rights: Rights,
    { decisions }: PersistentState,
  ) {
    this.dialect = dialect;
    this.#rights = rights;
    this.#decisions = decisions ?? null;
    this.#current = current;
    this.#seal = seal;
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
    kept: PersistentState = {},
  ): Promise<OpenDatabase> {
    const dialect = await loadDialect(url);
    const connection = await dialect.connect(url, options);
    try {
      const rights = new Rights(dialect.sql, isLimited, options.onWarning, kept.memory ?? null);
      const catalog = await connection.reflect();
      const current = new CurrentSchema(connection, catalog, kept.decisions ?? null, options.onWarning);
      return new OpenDatabase(dialect, current, seal, rights, kept);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** What reflection left out, and why. */
  get warnings(): readonly string[] {
    return this.#current.last.database.warnings;
  }

  /** Whether its keys and relations are inferred because none are declared. */
  get hasInference(): boolean {
    return this.#current.last.catalog.inference !== undefined;
  }

  /** Runs a use case; if the schema turns out to have changed, runs it again with the new one. */
  use<T>(requester: Requester, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.runAs(requester, requester.principal.rights, work);
  }

  /** Runs a use case synchronously. Null if it would have to wait, finds nothing or fails: `use` then reports more. */
  runSync<T>(requester: Requester, work: (snapshot: Snapshot) => T | null): T | null {
    if (this.#current.refreshDecisions() !== undefined) return null;
    const schema = this.#current.fresh();
    if (schema === null || schema.connection.onOneHost !== undefined) return null;
    try {
      return work(this.#snapshot(schema, schema.connection, requester, requester.principal.rights));
    } catch {
      return null;
    }
  }

  /** The same for changes: reads on the primary, and never retries because a host failed. */
  change<T>(requester: Requester, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.runAs(requester, requester.principal.rights, work, 'primary');
  }

  /** The same with other rights than the caller's, only to find out what those rights are. */
  async runAs<T>(
    requester: Requester,
    rights: UserRights,
    work: (snapshot: Snapshot) => Promise<T>,
    from: ReadPreference['from'] = 'any',
  ): Promise<T> {
    const run = async (place: ReadPreference['from']) => {
      const looked = this.#current.refreshDecisions();
      if (looked !== undefined) await looked;
      // Most requests find it up to date, and wait for nothing.
      const schema = this.#current.fresh() ?? (await this.#current.upToDate());
      const answer = (connection: Connection) => work(this.#snapshot(schema, connection, requester, rights));
      const { connection } = schema;
      if (connection.onOneHost === undefined) return answer(connection);
      const written = await this.lastWrites?.of(requester.principal.name);
      return connection.onOneHost(readPreferenceFor(place, written ?? null), answer);
    };
    try {
      return await run(from);
    } catch (error) {
      if (!mayBeStale(error) && !isUnknownName(error)) throw error;
      if (isUnknownName(error) && Date.now() - this.#current.readAt < reloadIntervalMs) throw error;
      await this.#current.refresh();
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

  #snapshot(schema: Schema, connection: Connection, requester: Requester, rights: UserRights): Snapshot {
    const { dialect, database, filterBindings, visibilityKey, scope } = this.#view(schema, rights);
    return {
      principal: requester.principal,
      dialect,
      connection: new BoundConnection(connection, requester, (statement) =>
        isFullyVisible(database, statement),
      ),
      database,
      fullDatabase: schema.database,
      isLimited: this.#rights.limits(rights),
      as: (other, takenFrom) => this.#view(schema, other, takenFrom),
      filterBindings,
      visibilityKey,
      scope,
      seal: this.#seal,
    };
  }

  /** What these rights allow to see. */
  #view(
    schema: Schema,
    rights: UserRights,
    takenFrom: PolicyDocument | null = null,
  ): Pick<Snapshot, 'dialect' | 'database' | 'filterBindings' | 'visibilityKey' | 'scope'> {
    const { database, filterBindings, key, ownKey: sight } = this.#rights.viewOf(schema, rights, takenFrom);
    const scope = { source: this, generation: schema.generation, principal: key };
    return { dialect: this.dialect, database, filterBindings, visibilityKey: sight, scope };
  }

  /** Reloads the schema; concurrent callers share one reload. */
  refresh(): Promise<void> {
    return this.#current.refresh();
  }

  /** Throws a Problem that points at the first mismatch with the database. */
  async checkPolicy(policy: PolicyDocument): Promise<void> {
    const [problem] = await this.policyProblems(policy, 0);
    if (problem !== undefined) throw problem;
  }

  /** The same for users' attributes, which takes longer. */
  async checkPolicyUsers(policy: PolicyDocument): Promise<void> {
    const { database } = await this.#current.upToDate();
    const problem = attributeProblem(policy, database, this.dialect.sql);
    if (problem !== null) throw problem;
  }

  /**
   * All mismatches with the database. If there are any and the last reading is older than `olderMs`, reloads the schema
   * first: a name may be new.
   */
  async policyProblems(policy: PolicyDocument, olderMs = reloadIntervalMs): Promise<readonly Problem[]> {
    const { database } = await this.#current.upToDate();
    const problems = policyProblems(policy, database, this.dialect.sql);
    if (problems.length === 0 || Date.now() - this.#current.readAt < olderMs) return problems;
    await this.#current.refresh();
    return policyProblems(policy, this.#current.last.database, this.dialect.sql);
  }

  /** Every request after its answer sees it. */
  async decide(decision: Decision): Promise<void> {
    if (this.#decisions === null) throw new Problem('not-found', 'Nothing is kept here.');
    await this.#decisions.keep(decision);
  }

  async ping(signal: AbortSignal): Promise<void> {
    const { connection } = await this.#current.upToDate();
    await connection.ping({ signal });
  }

  close(): Promise<void> {
    return this.#current.last.connection.close();
  }
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'unknown-entity' || error.extras.unknownName === true);
}

/** A Problem may have a change of the schema as its cause; if it remains with the new schema, it is reported. */
function mayBeStale(error: unknown): boolean {
  return error instanceof StaleSchema || (error instanceof Problem && error.cause instanceof StaleSchema);
}

// One consistent view of the database, for whoever asks: what every use case works with.
import type { PolicyDocument } from '../contract/policy.ts';
import { Problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Principal } from '../identity/admit.ts';
import type { UserRights } from '../identity/rights.ts';
import type { Seal } from '../identity/seal.ts';
import type { Database, SeenDatabase, SeenEntity } from '../model/database.ts';
import type { CacheScope } from '../query/cache.ts';
import type { Granted } from '../query/granted.ts';
import type { BoundConnection } from './bound-connection.ts';

/** Who asks, and what of the schema is there for them. */
export interface Snapshot {
  readonly principal: Principal;
  readonly dialect: Dialect;
  readonly connection: BoundConnection;
  /** What whoever asks may see of it. */
  readonly database: SeenDatabase;
  /** All of it, which nothing can be planned with: for what follows from a change by itself. */
  readonly whole: Database;
  /** Whether a policy says who may see and change what. */
  readonly isLimited: boolean;
  /**
   * The same with other rights: only to find out what these rights are. `takenFrom`: the policy that they are a part of,
   * which knows columns that have come back.
   */
  as(
    rights: UserRights,
    takenFrom?: PolicyDocument | null,
  ): Pick<Snapshot, 'dialect' | 'database' | 'granted' | 'scope'>;
  /** Their own values in the conditions on rows that they may see. */
  readonly granted: Granted;
  /** Those who have the same see the same. */
  readonly sight: string;
  /** What may be kept of it, and for whom. */
  readonly scope: CacheScope;
  /** For what a client is given and sends back. */
  readonly seal: Seal;
}

export function entityOf(database: SeenDatabase, name: string): SeenEntity {
  const entity = database.entities.get(name);
  if (entity) return entity;
  const hint = didYouMean(name, database.entities.keys());
  throw new Problem('unknown-entity', `There is no entity called "${name}".${hint}`);
}

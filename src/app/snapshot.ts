// A consistent view of the database for one caller, with which every use case works.
import type { PolicyDocument } from '../contract/policy.ts';
import { Problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Principal } from '../identity/admit.ts';
import type { UserRights } from '../identity/rights.ts';
import type { Seal } from '../identity/seal.ts';
import type { Database, VisibleDatabase, VisibleEntity } from '../model/database.ts';
import type { CacheScope } from '../query/cache.ts';
import type { FilterBindings } from '../query/filter-bindings.ts';
import type { BoundConnection } from './bound-connection.ts';

/** The caller, and what they can see of the schema. */
export interface Snapshot {
  readonly principal: Principal;
  readonly dialect: Dialect;
  readonly connection: BoundConnection;
  /** The part that the caller may see. */
  readonly database: VisibleDatabase;
  /** All of it. Queries cannot be planned with it; it is for the consequences of a change. */
  readonly fullDatabase: Database;
  /** Whether a policy restricts reading and changing. */
  readonly isLimited: boolean;
  /**
   * The same with other rights, only to find out what those rights are. `takenFrom`: the policy that they are part of,
   * which knows the columns that have come back.
   */
  as(
    rights: UserRights,
    takenFrom?: PolicyDocument | null,
  ): Pick<Snapshot, 'dialect' | 'database' | 'filterBindings' | 'scope'>;
  /** The caller's values in their row filters. */
  readonly filterBindings: FilterBindings;
  /** Callers with the same sight see the same. */
  readonly visibilityKey: string;
  /** The scope of cache entries. */
  readonly scope: CacheScope;
  /** Seals what a client gets and sends back. */
  readonly seal: Seal;
}

export function entityOf(database: VisibleDatabase, name: string): VisibleEntity {
  const entity = database.entities.get(name);
  if (entity) return entity;
  const hint = didYouMean(name, database.entities.keys());
  throw new Problem('unknown-entity', `There is no entity called "${name}".${hint}`);
}

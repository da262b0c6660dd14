// What the caller may see of the database, under the current policy.
import { createHash } from 'node:crypto';
import { grantedColumns, grantsOn, type RoleGrant } from '../../contract/grants.ts';
import type { PolicyDocument } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { type QueryShape, type ReadGridRequest, readGridRequest } from '../../contract/read-grid.ts';
import type { Given } from '../../contract/shape.ts';
import type { UserRights } from '../../identity/rights.ts';
import type { Entity, VisibleDatabase } from '../../model/database.ts';
import { type ReadGrant, restrict } from '../../model/restrict.ts';
import type { CacheKey } from '../../query/cache.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { FilterBindings } from '../../query/filter-bindings.ts';
import { type FilterDocument, filterDocument } from '../../query/plan/filter-document.ts';
import { type PlannedFilter, planFilter } from '../../query/plan/row-filter.ts';
import { OwnView, type View } from './own-view.ts';
import { type SchemaMemory, Vanished } from './vanished.ts';

/** One reading of the schema. */
export interface ReadSchema {
  readonly database: VisibleDatabase;
  readonly generation: number;
}

/** The number of restricted models to cache. */
const maxModels = 500;

/** Without a policy, the database's own permissions apply, and everybody admitted sees the same. */
const everything = 'everything' as CacheKey; // One of the two places that make keys.

export class Rights {
  readonly #dialect: SqlDialect;
  /** Whether there is a policy; without one everybody may see everything. */
  readonly #isLimited: () => boolean;
  readonly #warn: (message: string) => void;
  readonly #memory: SchemaMemory | null;
  readonly #nothing: FilterBindings;
  /** By policy: several are in use while one replaces another. */
  readonly #readings = new WeakMap<PolicyDocument, Readings>();
  readonly #views = new WeakMap<UserRights, OwnView>();

  constructor(
    dialect: SqlDialect,
    isLimited: () => boolean,
    warn: (message: string) => void,
    memory: SchemaMemory | null,
  ) {
    this.#dialect = dialect;
    this.#isLimited = isLimited;
    this.#warn = warn;
    this.#memory = memory;
    this.#nothing = new FilterBindings(dialect, new Map(), new Date());
  }

  /** Whether a policy restricts these rights. */
  limits(rights: UserRights): boolean {
    return rights.policy !== null || this.#isLimited();
  }

  /** `takenFrom`: the policy that these rights are part of, if they are not a whole policy's. */
  viewOf(schema: ReadSchema, rights: UserRights, takenFrom: PolicyDocument | null = null): View {
    if (!this.limits(rights)) {
      return { database: schema.database, filterBindings: this.#nothing, key: everything, ownKey: '' };
    }
    const known = this.#views.get(rights);
    if (known !== undefined && known.generation === schema.generation) return known.view();
    const view = this.#readingsOf(schema, rights.policy ?? nothingGranted, takenFrom).viewOf(rights);
    this.#views.set(rights, view);
    return view.view();
  }

  /** The readings of a new schema inherit what vanished from the last one. */
  #readingsOf(schema: ReadSchema, policy: PolicyDocument, takenFrom: PolicyDocument | null = null): Readings {
    const last = this.#readings.get(policy);
    if (last !== undefined && last.schema.generation === schema.generation) return last;
    if (takenFrom !== null) {
      const { vanished } = this.#readingsOf(schema, takenFrom);
      return new Readings(this.#dialect, schema, policy, vanished, this.#warn);
    }
    // A request that began before the last reload keeps its schema, from which nothing new is learnt.
    if (last !== undefined && last.schema.generation > schema.generation) {
      return new Readings(this.#dialect, schema, policy, last.vanished, this.#warn);
    }
    // A newly saved policy confirms everything that it names.
    const vanished = last?.vanished ?? new Vanished(policy, this.#memory?.recall(policy) ?? null);
    const back = vanished.update(schema.database);
    this.#memory?.keep(policy, vanished.sighting);
    if (back.length > 0) {
      this.#warn(
        `the policy does not grant ${back.join(', ')}: what vanished and came back, or is new while something is away that it keeps back, has to be confirmed by saving the policy again`,
      );
    }
    const readings = new Readings(this.#dialect, schema, policy, vanished, this.#warn);
    this.#readings.set(policy, readings);
    return readings;
  }
}

const nothingGranted: PolicyDocument = {};

/** Everything derived from one policy and one reading of the schema. */
class Readings {
  readonly schema: ReadSchema;
  readonly policy: PolicyDocument;
  readonly vanished: Vanished;
  readonly #dialect: SqlDialect;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<string>();
  readonly #documents = new Map<string, FilterDocument | null>();
  readonly #shapes = new Map<string, QueryShape>();
  readonly #filters = new Map<string, PlannedFilter>();
  /** What conditions may refer to: the content of columns that have come back is unknown. */
  #trustedDatabase: VisibleDatabase | null = null;
  /** Models by what remains of the database, oldest first. */
  readonly #models = new Map<string, VisibleDatabase>();

  constructor(
    dialect: SqlDialect,
    schema: ReadSchema,
    policy: PolicyDocument,
    vanished: Vanished,
    warn: (message: string) => void,
  ) {
    this.#dialect = dialect;
    this.schema = schema;
    this.policy = policy;
    this.vanished = vanished;
    this.#warn = warn;
  }

  viewOf({ roles, attributes }: UserRights): OwnView {
    const values = new Map<string, readonly Given[]>();
    const forms: string[] = [];
    const numbers = new Numbers();
    let hasClock = false;
    const filterOf = (entity: Entity, { role, entry, grant }: RoleGrant): PlannedFilter | null => {
      const document = this.#documentOf(entity, role, entry, grant.rows);
      const body = document?.withValues(attributes) ?? null;
      if (body === null) return null;
      try {
        const read = this.#read(body);
        const filter = this.#filterOf(read.shape, numbers.of(read));
        const own = new Map([[filter.id, read.given]]);
        const { form } = new FilterBindings(this.#dialect, own, new Date()).bindings(filter);
        values.set(filter.id, read.given);
        forms.push(form);
        hasClock ||= filter.hasClock;
        return filter;
      } catch (error) {
        this.#refused(error, entity, role);
        return null;
      }
    };
    const granted: unknown[] = [];
    const grantsOf = (entity: Entity): ReadGrant[] => {
      const grants = grantsOn(this.policy, roles, entity.name, 'read').flatMap((given) => {
        const rows = given.grant.rows === undefined ? null : filterOf(entity, given);
        if (rows === null && given.grant.rows !== undefined) return [];
        return [{ columns: this.#columns(entity, given.grant), rows }];
      });
      if (grants.length > 0) {
        const texts = grants.map(({ columns, rows }) => [columns && [...columns], rows?.id ?? null]);
        granted.push([entity.name, texts]);
      }
      return grants;
    };
    const database = restrict(this.schema.database, grantsOf);
    const restriction = digest(granted);
    const shared = this.#models.get(restriction) ?? database;
    this.#keep(restriction, shared);
    // The other place that makes keys: what is visible, and how the values in its conditions are written.
    const key = digest([restriction, forms]) as CacheKey;
    const seen = { database: shared, key, ownKey: digest([...values]) };
    return new OwnView(this.schema.generation, this.#dialect, seen, { given: values, hasClock });
  }

  #plannable(): VisibleDatabase {
    this.#trustedDatabase ??= restrict(this.schema.database, (entity) => [
      { columns: this.#columns(entity), rows: null },
    ]);
    return this.#trustedDatabase;
  }

  #keep(restriction: string, database: VisibleDatabase): void {
    this.#models.delete(restriction);
    this.#models.set(restriction, database);
    const [oldest] = this.#models.keys();
    if (this.#models.size > maxModels && oldest !== undefined) this.#models.delete(oldest);
  }

  #columns(entity: Entity, grant: RoleGrant['grant'] = {}): Set<string> | null {
    const columns = grantedColumns(grant.columns, entity.column);
    const gone = this.vanished.of(entity);
    if (gone.size === 0) return columns;
    return new Set(columns ?? entity.column.keys()).difference(gone);
  }

  #documentOf(
    entity: Entity,
    role: string,
    entry: string,
    rows: RoleGrant['grant']['rows'],
  ): FilterDocument | null {
    const key = JSON.stringify([entity.name, role]);
    const known = this.#documents.get(key);
    if (known !== undefined || rows === undefined) return known ?? null;
    let document: FilterDocument | null = null;
    try {
      document = filterDocument(this.schema.database, entity, rows, '', (named) => this.vanished.of(named));
    } catch (error) {
      // A condition on all entities grants nothing on entities without its columns.
      if (entry === entity.name) this.#refused(error, entity, role);
    }
    this.#documents.set(key, document);
    return document;
  }

  #read(body: unknown): ReadGridRequest {
    return readGridRequest(body, {
      get: (_scope, text, make) => {
        const known = this.#shapes.get(text) ?? make();
        this.#shapes.set(text, known);
        return known;
      },
    });
  }

  /** Users with the same conditions share the filters, each with their own values. */
  #filterOf(shape: QueryShape, number: number): PlannedFilter {
    const id = `${number} ${shape.text}`;
    const filter = this.#filters.get(id) ?? planFilter(this.#dialect, this.#plannable(), shape, id);
    this.#filters.set(id, filter);
    return filter;
  }

  /** A condition that cannot be planned grants nothing. */
  #refused(error: unknown, { name }: Entity, role: string): void {
    if (!(error instanceof Problem)) throw error;
    const message = `the rows that the role ${role} may see of ${name} cannot be told, so it sees none: ${error.message}`;
    if (!this.#warned.has(message)) this.#warn(message);
    this.#warned.add(message);
  }
}

/**
 * Numbers a user's conditions of the same shape: two roles may compare with different values, and each grants its own
 * rows.
 */
class Numbers {
  /** By shape, the values seen with it. */
  readonly #met = new Map<string, string[]>();

  of({ shape, given }: ReadGridRequest): number {
    const met = this.#met.get(shape.text) ?? [];
    this.#met.set(shape.text, met);
    const values = JSON.stringify(given);
    const known = met.indexOf(values);
    return known < 0 ? met.push(values) - 1 : known;
  }
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

// Columns that have vanished from the schema: if they come back they are other columns, which nobody has granted. And a
// new column may be an excluded one that was renamed, as long as any of those is missing.
import { everyColumn, exclusionPrefix } from '../../contract/grants.ts';
import { actions, everyEntity, type PolicyDocument } from '../../contract/policy.ts';
import type { Database, Entity } from '../../model/database.ts';

/** Columns by entity: those in the last reading of the schema, and those that were ever missing. */
export interface Sighting {
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly gone: Readonly<Record<string, readonly string[]>>;
}

/** What survives a restart. */
export interface SchemaMemory {
  /** What was last seen under this policy; null if it was saved since or never looked at. */
  recall(policy: PolicyDocument): Sighting | null;
  keep(policy: PolicyDocument, sighting: Sighting): void;
}

export class Vanished {
  readonly #known: Map<string, ReadonlySet<string>>;
  readonly #gone = new Map<string, Set<string>>();
  readonly #policy: PolicyDocument;
  /** Computed once something is missing: it takes a while for a large policy. */
  #exclusions: Exclusions | null = null;
  /** Whether the whole schema is known, not only what the policy names. */
  #knowsWholeSchema: boolean;

  /** Everything that a policy names existed when it was saved, whether or not this process has seen it. */
  constructor(policy: PolicyDocument, before: Sighting | null) {
    this.#known = namedColumns(policy);
    this.#policy = policy;
    this.#knowsWholeSchema = before !== null;
    for (const [entity, columns] of Object.entries(before?.known ?? {})) {
      this.#known.set(entity, new Set(columns));
    }
    for (const [entity, columns] of Object.entries(before?.gone ?? {})) {
      for (const column of columns) this.#mark(entity, column);
    }
  }

  /** Examines a new reading of the schema and returns what exists, again or newly, and stays denied. */
  update({ entities, unreadable }: Database): string[] {
    const back: string[] = [];
    for (const [name, columns] of this.#known) {
      if (unreadable?.has(name)) continue;
      const now = entities.get(name)?.column;
      for (const column of columns) if (now?.has(column) !== true) this.#mark(name, column);
    }
    if (this.#knowsWholeSchema) this.#denyNew(entities, unreadable);
    this.#knowsWholeSchema = true;
    for (const [name, gone] of this.#gone) {
      const now = entities.get(name)?.column;
      for (const column of gone) if (now?.has(column)) back.push(`${name}.${column}`);
    }
    // Vanished columns are remembered while they are missing.
    for (const [name, { column }] of entities) this.#known.set(name, new Set(column.keys()));
    return back;
  }

  get sighting(): Sighting {
    return { known: byEntity(this.#known), gone: byEntity(this.#gone) };
  }

  /** The columns of an entity that were missing at some time. */
  of({ name }: Entity): ReadonlySet<string> {
    return this.#gone.get(name) ?? none;
  }

  /** Renaming something that the policy excludes must not show it to those who see everything else. */
  #denyNew(entities: Database['entities'], unreadable: Database['unreadable']): void {
    const isAway = [...this.#gone].some(([name, gone]) => {
      const now = entities.get(name)?.column;
      return [...gone].some((column) => now?.has(column) !== true);
    });
    // An unreadable file may be an empty one in the place of a renamed one.
    const isUnknown = [...(unreadable ?? [])].some((name) => this.#known.has(name));
    if (!isAway && !isUnknown) return;
    this.#exclusions ??= exclusionsOf(this.#policy);
    const { entities: named, columns } = this.#exclusions;
    const lacksEntity = [...named].some((name) => this.#known.has(name) && !entities.has(name));
    for (const [name, { column: now }] of entities) {
      const before = this.#known.get(name);
      const isKeptBack = (column: string) =>
        [name, everyEntity].some((entity) => columns.get(entity)?.has(column) === true);
      const lacksColumn = [...(this.#gone.get(name) ?? [])].some(
        (column) => !now.has(column) && isKeptBack(column),
      );
      if (!(before === undefined ? lacksEntity : lacksColumn)) continue;
      for (const column of now.keys()) if (before?.has(column) !== true) this.#mark(name, column);
    }
  }

  #mark(entity: string, column: string): void {
    const gone = this.#gone.get(entity) ?? new Set();
    this.#gone.set(entity, gone.add(column));
  }
}

const none: ReadonlySet<string> = new Set();

function byEntity(columns: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> {
  return Object.fromEntries([...columns].map(([entity, names]) => [entity, [...names]]));
}

/** By entity: the columns that its grants name. */
function namedColumns({ roles = {} }: PolicyDocument): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  // Several roles may be one object.
  for (const entries of new Set(Object.values(roles))) {
    for (const [entity, rights] of Object.entries(entries)) {
      // Not every entity needs to have the columns granted on all.
      if (entity === everyEntity || rights.read === undefined || rights.read === true) continue;
      for (const name of rights.read.columns ?? []) {
        if (name === everyColumn || name.startsWith(exclusionPrefix)) continue;
        const names = named.get(entity) ?? new Set();
        named.set(entity, names.add(name));
      }
    }
  }
  return named;
}

/** What is excluded by name from grants on everything else. */
interface Exclusions {
  readonly entities: ReadonlySet<string>;
  /** By entity, `*` for all. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

function exclusionsOf({ roles = {} }: PolicyDocument): Exclusions {
  const entities = new Set<string>();
  const columns = new Map<string, Set<string>>();
  for (const entries of new Set(Object.values(roles))) {
    const names = Object.keys(entries);
    if (names.includes(everyEntity)) for (const name of names) entities.add(name);
    for (const [entity, rights] of Object.entries(entries)) {
      for (const action of actions) {
        const right = rights[action];
        if (right === undefined || right === true) continue;
        for (const name of right.columns ?? []) {
          if (!name.startsWith(exclusionPrefix)) continue;
          const own = columns.get(entity) ?? new Set();
          columns.set(entity, own.add(name.slice(exclusionPrefix.length)));
        }
      }
    }
  }
  entities.delete(everyEntity);
  return { entities, columns };
}

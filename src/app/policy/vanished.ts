// Columns that have vanished from the schema: should they come back, they are others, and nobody has granted those.
import { everyColumn, except } from '../../contract/grants.ts';
import { everyEntity, type PolicyDocument } from '../../contract/policy.ts';
import type { Database, Entity } from '../../model/database.ts';

/** Columns by entity: those that were there when the schema was last read, and those that were away once. */
export interface Sighting {
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly gone: Readonly<Record<string, readonly string[]>>;
}

/** What outlives the process. */
export interface SchemaMemory {
  /** What was last seen under this policy; null where it was saved since, or nobody has looked. */
  recall(policy: PolicyDocument): Sighting | null;
  keep(policy: PolicyDocument, sighting: Sighting): void;
}

export class Vanished {
  readonly #known: Map<string, ReadonlySet<string>>;
  readonly #gone = new Map<string, Set<string>>();

  /** What a policy names was there when it was saved, whether or not this process has seen it. */
  constructor(policy: PolicyDocument, before: Sighting | null) {
    this.#known = namedColumns(policy);
    for (const [entity, columns] of Object.entries(before?.known ?? {})) {
      this.#known.set(entity, new Set(columns));
    }
    for (const [entity, columns] of Object.entries(before?.gone ?? {})) {
      for (const column of columns) this.#mark(entity, column);
    }
  }

  /** Looks at a new reading of the schema. Answers what is there again and stays denied. */
  look({ entities }: Database): string[] {
    const back: string[] = [];
    for (const [name, columns] of this.#known) {
      const now = entities.get(name)?.column;
      for (const column of columns) if (now?.has(column) !== true) this.#mark(name, column);
    }
    for (const [name, gone] of this.#gone) {
      const now = entities.get(name)?.column;
      for (const column of gone) if (now?.has(column)) back.push(`${name}.${column}`);
    }
    // What has vanished is remembered, also while it is away.
    for (const [name, { column }] of entities) this.#known.set(name, new Set(column.keys()));
    return back;
  }

  get sighting(): Sighting {
    return { known: byEntity(this.#known), gone: byEntity(this.#gone) };
  }

  /** The columns of an entity that were away. */
  of({ name }: Entity): ReadonlySet<string> {
    return this.#gone.get(name) ?? none;
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

/** By entity: the columns that grants on it give by their names. */
function namedColumns({ roles = {} }: PolicyDocument): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  // Several roles may be one object.
  for (const entries of new Set(Object.values(roles))) {
    for (const [entity, rights] of Object.entries(entries)) {
      // Not every entity needs to have what is said of all.
      if (entity === everyEntity || rights.read === undefined || rights.read === true) continue;
      for (const name of rights.read.columns ?? []) {
        if (name === everyColumn || name.startsWith(except)) continue;
        const names = named.get(entity) ?? new Set();
        named.set(entity, names.add(name));
      }
    }
  }
  return named;
}

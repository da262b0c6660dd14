// Columns that have vanished from the schema: should they come back, they are others, and nobody has granted those. And what
// is new while something is away that the policy keeps back may be that, under another name.
import { everyColumn, except } from '../../contract/grants.ts';
import { actions, everyEntity, type PolicyDocument } from '../../contract/policy.ts';
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
  readonly #policy: PolicyDocument;
  /** Worked out once something is away: of a large policy that takes its time. */
  #keptBack: KeptBack | null = null;
  /** Whether all that there was is known, and not just what the policy names. */
  #hasLooked: boolean;

  /** What a policy names was there when it was saved, whether or not this process has seen it. */
  constructor(policy: PolicyDocument, before: Sighting | null) {
    this.#known = namedColumns(policy);
    this.#policy = policy;
    this.#hasLooked = before !== null;
    for (const [entity, columns] of Object.entries(before?.known ?? {})) {
      this.#known.set(entity, new Set(columns));
    }
    for (const [entity, columns] of Object.entries(before?.gone ?? {})) {
      for (const column of columns) this.#mark(entity, column);
    }
  }

  /** Looks at a new reading of the schema. Answers what is there, again or anew, and stays denied. */
  look({ entities }: Database): string[] {
    const back: string[] = [];
    for (const [name, columns] of this.#known) {
      const now = entities.get(name)?.column;
      for (const column of columns) if (now?.has(column) !== true) this.#mark(name, column);
    }
    if (this.#hasLooked) this.#doubtNew(entities);
    this.#hasLooked = true;
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

  /** Whoever renames what a policy keeps back does not mean to show it to those who see all else. */
  #doubtNew(entities: Database['entities']): void {
    const isAway = [...this.#gone].some(([name, gone]) => {
      const now = entities.get(name)?.column;
      return [...gone].some((column) => now?.has(column) !== true);
    });
    if (!isAway) return;
    this.#keptBack ??= keptBackBy(this.#policy);
    const { entities: named, columns } = this.#keptBack;
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

/** What somebody does not see by its name, although they see all that is not named. */
interface KeptBack {
  readonly entities: ReadonlySet<string>;
  /** By entity, `*` for all. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

function keptBackBy({ roles = {} }: PolicyDocument): KeptBack {
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
          if (!name.startsWith(except)) continue;
          const own = columns.get(entity) ?? new Set();
          columns.set(entity, own.add(name.slice(except.length)));
        }
      }
    }
  }
  entities.delete(everyEntity);
  return { entities, columns };
}

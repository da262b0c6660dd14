// What the engine does on its own when a row goes or its key changes: rows that refer to it go with it, or lose it.
import type { Database, Entity, ForeignKey } from '../../model/database.ts';
import type { Applied, Watch } from './apply.ts';
import type { Image } from './image.ts';
import { keyTexts, ownKey, type Rows, several } from './rows.ts';

/** A row that may change although no change names it. */
interface Dependent {
  readonly entity: Entity;
  readonly image: Image;
}

export class Cascades implements Watch {
  readonly #database: Database;
  #dependents = new Map<string, Dependent>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks for all that hangs on these rows, however far. */
  readonly beforeDelete = async (rows: Rows, entity: Entity, doomed: readonly Image[]): Promise<void> => {
    const own = new Set(doomed.map((image) => idOf(entity, image)));
    let found: readonly Dependent[] = doomed.map((image) => ({ entity, image }));
    while (found.length > 0) {
      const next: Dependent[] = [];
      for (const [parent, images] of grouped(found)) {
        for (const [child, key] of this.#keysTo(parent)) {
          for (const image of await rows.referring(child, key, images)) {
            const id = idOf(child, image);
            if (own.has(id) || this.#dependents.has(id)) continue;
            this.#dependents.set(id, { entity: child, image });
            if (key.onDelete === 'cascade') next.push({ entity: child, image });
          }
        }
      }
      found = next;
    }
  };

  /** What became of them: those that were found last, which hang on the others, first. */
  readonly afterDelete = async (rows: Rows): Promise<readonly Applied[]> => {
    const dependents = [...this.#dependents.values()].toReversed();
    this.#dependents = new Map();
    const applied: Applied[] = [];
    for (const [entity, images] of grouped(dependents)) {
      const now = await rows.find(
        entity,
        images.map((image) => keyTexts(entity, image)),
      );
      for (const [i, before] of images.entries()) {
        const after = now[i] ?? null;
        if (after === several) continue;
        if (after === null) applied.push({ op: 'delete', entity, before, after: null, isCascade: true });
        else if (isOther(before, after)) {
          applied.push({ op: 'update', entity, before, after, isCascade: true });
        }
      }
    }
    return applied;
  };

  /** The keys that lead to an entity and act when a row of it goes. */
  #keysTo(entity: Entity): [Entity, ForeignKey][] {
    const owners = new Set(
      entity.relations.filter(({ kind }) => kind === 'one2many').map((one) => one.entity),
    );
    return [...owners].flatMap((name) => {
      const owner = this.#database.entities.get(name);
      if (owner === undefined || owner.kind === 'view') return [];
      return owner.foreignKeys
        .filter(({ target, onDelete }) => target === entity.name && onDelete !== 'refuse')
        .map((key): [Entity, ForeignKey] => [owner, key]);
    });
  }
}

function idOf(entity: Entity, image: Image): string {
  return `${entity.name}\0${ownKey(entity, image)}`;
}

/** By entity, in the order in which each was met first. */
function grouped(dependents: readonly Dependent[]): [Entity, Image[]][] {
  const groups = new Map<Entity, Image[]>();
  for (const { entity, image } of dependents) {
    const known = groups.get(entity);
    if (known) known.push(image);
    else groups.set(entity, [image]);
  }
  return [...groups];
}

function isOther(before: Image, after: Image): boolean {
  return [...before].some(([name, { shown, kept }]) => {
    const now = after.get(name);
    return now?.shown !== shown || now.kept !== kept;
  });
}

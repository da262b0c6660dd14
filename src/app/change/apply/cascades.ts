// The engine's own consequences of deleting a row or changing its key: referring rows are deleted too, or lose their
// reference.
import type { Database, Entity, ForeignKey } from '../../../model/database.ts';
import { type Image, isOther, keyText, shownIn, textsIn } from '../rows/image.ts';
import { keyTexts, type Rows, rowId, severalRows } from '../rows/rows.ts';
import type { Applied } from './apply.ts';
import type { CascadeWatch, DeletionForecast, KeyChange, KeyChangeEffects } from './cascade-watch.ts';
import { type DeletionBatch, DeletionOrder } from './deletion-order.ts';
import type { Going } from './own-references.ts';

/** A row that may change although no change names it. */
type Dependent = Going;

/** A row with a change in referenced columns, and their new values. */
interface Mover extends KeyChange {
  readonly entity: Entity;
}

export class Cascades implements CascadeWatch {
  readonly #database: Database;
  #dependents = new Map<string, Dependent>();
  #movers = new Map<string, Mover & { readonly isCut: boolean }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Finds all rows that depend on these, at any depth. */
  readonly beforeDelete = async (
    rows: Rows,
    entity: Entity,
    doomed: readonly Image[],
  ): Promise<DeletionForecast> => {
    const goesToo = new Set<string>();
    const going = new DeletionOrder(doomed.map((image) => rowId(entity, image)));
    let found: readonly Dependent[] = doomed.map((image) => ({ entity, image }));
    const along: Going[] = [];
    while (found.length > 0) {
      const next: Dependent[] = [];
      for (const [parent, group] of Map.groupBy(found, (one) => one.entity)) {
        const images = group.map(({ image }) => image);
        for (const [child, key] of this.#keysTo(parent, 'onDelete')) {
          const referring = await rows.referring(child, key, images);
          const parents = referring.length === 0 ? null : rowsByName(parent, key, images);
          for (const image of referring) {
            const id = rowId(child, image);
            const by = parents?.get(keyText(textsIn(image, key.columns))) ?? null;
            going.addConsequence(by, id, key.onDelete === 'cascade');
            if (going.isNamed(id)) continue;
            if (!this.#dependents.has(id)) this.#dependents.set(id, { entity: child, image });
            // Another foreign key of the same row may have been followed before, by which it would only lose its
            // reference.
            if (key.onDelete !== 'cascade' || goesToo.has(id)) continue;
            goesToo.add(id);
            next.push({ entity: child, image });
          }
        }
      }
      along.push(...next);
      found = next;
    }
    const parts = going.batches();
    const dependents = [...this.#dependents.values()];
    // Each part is examined again when it is due.
    if (!isAllAtOnce(parts)) this.#dependents = new Map();
    return { parts, along, dependents };
  };

  /** The results for the dependent rows, deepest first. */
  readonly afterDelete = async (rows: Rows): Promise<readonly Applied[]> => {
    const dependents = [...this.#dependents.values()].toReversed();
    this.#dependents = new Map();
    const applied: Applied[] = [];
    for (const [entity, group] of Map.groupBy(dependents, (one) => one.entity)) {
      const now = await rows.find(
        entity,
        group.map(({ image }) => keyTexts(entity, image)),
      );
      for (const [i, { image: before }] of group.entries()) {
        const after = now[i] ?? null;
        if (after === severalRows) continue;
        if (after === null) applied.push({ op: 'delete', entity, before, after: null, cause: 'engine' });
        else if (isOther(before, after)) {
          applied.push({ op: 'update', entity, before, after, cause: 'engine' });
        }
      }
    }
    return applied;
  };

  /** Finds all rows that refer to these by their present keys, at any depth. */
  readonly beforeKeyChange = async (
    rows: Rows,
    entity: Entity,
    moves: readonly KeyChange[],
  ): Promise<void> => {
    const own = new Set(moves.map(({ before }) => rowId(entity, before)));
    const movesToo = new Set<string>();
    let found: readonly Mover[] = moves.map((move) => ({ ...move, entity }));
    while (found.length > 0) {
      const next: Mover[] = [];
      for (const [parent, movers] of Map.groupBy(found, (one) => one.entity)) {
        for (const [child, key] of this.#keysTo(parent, 'onUpdate')) {
          for (const mover of await this.#followers(rows, child, key, movers)) {
            const id = rowId(child, mover.before);
            if (own.has(id)) continue;
            const known = this.#movers.get(id);
            this.#movers.set(id, {
              ...mover,
              now: new Map([...(known?.now ?? []), ...mover.now]),
              isCut: known?.isCut === true || key.onUpdate === 'set',
            });
            if (key.onUpdate !== 'cascade' || movesToo.has(id)) continue;
            movesToo.add(id);
            next.push(mover);
          }
        }
      }
      found = next;
    }
  };

  /**
   * The results. Rows that followed the new key will follow it back in an undo; only lost references need to be
   * recorded.
   */
  readonly afterKeyChange = async (rows: Rows): Promise<KeyChangeEffects> => {
    const movers = [...this.#movers.values()];
    this.#movers = new Map();
    const followed: Applied[] = [];
    const cleared: Applied[] = [];
    for (const [entity, own] of Map.groupBy(movers, (one) => one.entity)) {
      const keys = own.map(({ before, now }) =>
        entity.key.map((column) => now.get(column.name) ?? shownIn(before, column) ?? 'null'),
      );
      const found = await rows.find(entity, keys);
      for (const [i, { before, isCut }] of own.entries()) {
        const after = found[i] ?? null;
        if (after === severalRows || after === null || !isOther(before, after)) continue;
        (isCut ? cleared : followed).push({ op: 'update', entity, before, after, cause: 'engine' });
      }
    }
    return { cleared, followed };
  };

  readonly forget = (): void => {
    this.#dependents = new Map();
    this.#movers = new Map();
  };

  /** The rows of a table that refer to a changing key, with their new references if they follow it. */
  async #followers(
    rows: Rows,
    child: Entity,
    key: ForeignKey,
    movers: readonly Mover[],
  ): Promise<readonly Mover[]> {
    const moving = new Map(
      movers
        .filter(({ now }) => key.targetColumns.some(({ name }) => now.has(name)))
        .map((mover) => [keyText(textsIn(mover.before, key.targetColumns)), mover]),
    );
    const images = await rows.referring(
      child,
      key,
      [...moving.values()].map(({ before }) => before),
    );
    return images.map((before): Mover => {
      const parent = moving.get(keyText(textsIn(before, key.columns)));
      const now = key.onUpdate === 'cascade' && parent !== undefined ? followed(key, parent) : new Map();
      return { entity: child, before, now };
    });
  }

  /** The foreign keys to an entity that act when a row of it is deleted or gets another key. */
  #keysTo(entity: Entity, rule: 'onDelete' | 'onUpdate'): [Entity, ForeignKey][] {
    const owners = new Set(
      entity.relations.filter(({ kind }) => kind === 'one2many').map((one) => one.entity),
    );
    return [...owners].flatMap((name) => {
      const owner = this.#database.entities.get(name);
      if (owner === undefined || owner.kind === 'view') return [];
      return owner.foreignKeys
        .filter((key) => key.target === entity.name && key[rule] !== 'refuse')
        .map((key): [Entity, ForeignKey] => [owner, key]);
    });
  }
}

/** Whether the rows can be deleted all at once. */
export function isAllAtOnce(parts: readonly DeletionBatch[]): boolean {
  return parts.length < 2 && parts.every(({ cascaded }) => cascaded.length === 0);
}

/** Row ids by the key that a foreign key uses. */
function rowsByName(
  entity: Entity,
  { targetColumns }: ForeignKey,
  images: readonly Image[],
): ReadonlyMap<string, string> {
  return new Map(images.map((image) => [keyText(textsIn(image, targetColumns)), rowId(entity, image)]));
}

/** The values of a foreign key's columns after they have followed. */
function followed({ columns, targetColumns }: ForeignKey, { before, now }: Mover): Map<string, string> {
  return new Map(
    columns.map(({ name }, i) => {
      const target = targetColumns[i];
      const text = target === undefined ? undefined : (now.get(target.name) ?? shownIn(before, target));
      return [name, text ?? 'null'];
    }),
  );
}

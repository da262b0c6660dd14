// Constraints that engines check only at the end of a transaction: finds references whose row is missing by then.
import type { Database, Entity, ForeignKey } from '../../../model/database.ts';
import { type Image, shownIn } from '../rows/image.ts';
import { keyTexts, type Rows, severalRows } from '../rows/rows.ts';
import type { Applied } from './apply.ts';

export interface DanglingReference {
  readonly kind: 'reference' | 'referenced';
  /** The violated constraint. */
  readonly key: ForeignKey;
}

/** A constraint that the changes of these rows violate; null if there is none. */
export async function findDangling(
  rows: Rows,
  database: Database,
  applied: readonly Applied[],
): Promise<DanglingReference | null> {
  for (const [entity, own] of Map.groupBy(applied, (one) => one.entity)) {
    const found =
      (await ownDangling(rows, database, entity, own)) ?? (await leftDangling(rows, database, entity, own));
    if (found !== null) return found;
  }
  return null;
}

/** Checks the rows' own references. */
async function ownDangling(
  rows: Rows,
  database: Database,
  entity: Entity,
  applied: readonly Applied[],
): Promise<DanglingReference | null> {
  for (const key of entity.foreignKeys) {
    const target = database.entities.get(key.target);
    // Engines do not check unchanged references, which may have been broken before.
    const isOther = (before: Image | null, now: Image) => differ(key.columns, before, now);
    const changed = applied.flatMap(({ before, after }) =>
      after !== null && isOther(before, after) ? [{ before, after }] : [],
    );
    if (target === undefined || changed.length === 0) continue;
    // Later changes of the set may have changed or deleted the rows.
    const now = await rows.find(
      entity,
      changed.map(({ after }) => keyTexts(entity, after)),
    );
    const still = changed.flatMap(({ before }, i): Image[] => {
      const own = now[i] ?? null;
      return own === null || own === severalRows || !isOther(before, own) ? [] : [own];
    });
    if ((await rows.dangling(target, key, still)).length > 0) return { kind: 'reference', key };
  }
  return null;
}

/** Checks other rows' references to the keys that these rows had. */
async function leftDangling(
  rows: Rows,
  database: Database,
  entity: Entity,
  applied: readonly Applied[],
): Promise<DanglingReference | null> {
  for (const [child, key] of keysTo(database, entity)) {
    const left = applied.flatMap(({ before, after }) =>
      before !== null && differ(key.targetColumns, before, after) ? [before] : [],
    );
    const referring = left.length === 0 ? [] : await rows.referring(child, key, left);
    if ((await rows.dangling(entity, key, referring)).length > 0) return { kind: 'referenced', key };
  }
  return null;
}

function differ(columns: ForeignKey['columns'], a: Image | null, b: Image | null): boolean {
  return columns.some((column) => (a && shownIn(a, column)) !== (b && shownIn(b, column)));
}

function keysTo(database: Database, entity: Entity): [Entity, ForeignKey][] {
  const owners = new Set(entity.relations.flatMap((one) => (one.kind === 'one2many' ? [one.entity] : [])));
  return [...owners].flatMap((name) => {
    const owner = database.entities.get(name);
    if (owner === undefined || owner.kind === 'view') return [];
    return owner.foreignKeys
      .filter(({ target }) => target === entity.name)
      .map((key): [Entity, ForeignKey] => [owner, key]);
  });
}

// Constraints that engines check only at the end of a transaction: references without their row after all changes.
import type { Database, Entity, ForeignKey } from '../../../model/database.ts';
import type { Image } from '../rows/image.ts';
import { keyTexts, type Rows, several } from '../rows/rows.ts';
import type { Applied } from './apply.ts';

export type Dangling = 'reference' | 'referenced';

/** The foreign key that these results violate, if any. */
export async function danglingBy(
  rows: Rows,
  database: Database,
  applied: readonly Applied[],
): Promise<{ readonly kind: Dangling; readonly key: ForeignKey } | null> {
  for (const { entity, before, after } of applied) {
    const own = after === null ? null : await rowNow(rows, entity, after);
    for (const key of own === null ? [] : entity.foreignKeys) {
      if (own !== null && isOther(key, before, own) && (await isDangling(rows, database, key, own))) {
        return { kind: 'reference', key };
      }
    }
    for (const [child, key] of before === null ? [] : keysTo(database, entity)) {
      for (const image of before === null ? [] : await rows.referring(child, key, [before])) {
        if (await isDangling(rows, database, key, image)) return { kind: 'referenced', key };
      }
    }
  }
  return null;
}

/** Later changes of the set may have changed or deleted it. */
async function rowNow(rows: Rows, entity: Entity, image: Image): Promise<Image | null> {
  const [found = null] = await rows.find(entity, [keyTexts(entity, image)]);
  return found === several ? null : found;
}

/** Engines ignore untouched references that were broken before. */
function isOther({ columns }: ForeignKey, before: Image | null, after: Image): boolean {
  return columns.some(({ name }) => before?.get(name)?.shown !== after.get(name)?.shown);
}

async function isDangling(rows: Rows, database: Database, key: ForeignKey, image: Image): Promise<boolean> {
  const target = database.entities.get(key.target);
  return target !== undefined && (await rows.isMissing(target, key, image));
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

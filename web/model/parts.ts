// Tables that are parts (partitions) of another: the same columns, and its name plus a suffix, like payment_p2007_01 of
// payment.
import type { Entity, Model } from './model.ts';

/** A single lookalike may be something else, such as an archive. */
const MIN_PARTS = 2;

function shapeOf({ columns }: Entity): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]));
}

function findParts(model: Model): ReadonlyMap<string, readonly string[]> {
  const tables = [...model.entities.values()].filter(({ kind }) => kind === 'table');
  const found: [string, readonly string[]][] = [];
  for (const alike of Map.groupBy(tables, shapeOf).values()) {
    if (alike.length <= MIN_PARTS) continue;
    const names = alike.map(({ name }) => name).sort();
    let rest = names;
    for (const whole of names) {
      if (!rest.includes(whole)) continue;
      const parts = rest.filter((name) => name.startsWith(`${whole}_`));
      if (parts.length < MIN_PARTS) continue;
      found.push([whole, parts]);
      rest = rest.filter((name) => !parts.includes(name));
    }
  }
  return new Map(found);
}

const cache = new WeakMap<Model, ReadonlyMap<string, readonly string[]>>();

/** The parts of each table that has some. Lists fold them away; searching finds them. */
export function partsOf(model: Model): ReadonlyMap<string, readonly string[]> {
  const parts = cache.get(model) ?? findParts(model);
  cache.set(model, parts);
  return parts;
}

/** The names of all parts. */
export function partNames(model: Model): ReadonlySet<string> {
  return new Set([...partsOf(model).values()].flat());
}

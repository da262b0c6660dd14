// Repairs a saved query whose names no longer exist in the database, replacing each with the name that a person picks.
import type { GridRequest } from '../../src/contract/grid.ts';

export interface Replacement {
  /** The place of the missing name: a JSON Pointer into the saved query or into its document. */
  readonly pointer: string;
  readonly by: string;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

function steps(pointer: string): readonly string[] {
  const all = pointer.split('/').slice(1);
  const inside = all[0] === 'unigrid' ? all.slice(1) : all;
  return inside.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function put(value: Json | undefined, [step, ...rest]: readonly string[], by: string): Json {
  if (step === undefined) return by;
  if (isList(value)) return value.map((one, i) => (String(i) === step ? put(one, rest, by) : one));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const before = value[step];
  if (before === undefined) return value;
  const next = { ...value, [step]: put(before, rest, by) };
  // Other parts refer to it by its alias, which defaults to the name being replaced.
  const isNamed = step === 'id' && rest.length === 0 && value.alias === undefined;
  return isNamed ? { ...next, alias: before } : next;
}

export function repair(query: GridRequest, replacements: readonly Replacement[]): GridRequest {
  // A document is JSON, and remains so with other names in it.
  const start = query as unknown as Json;
  return replacements.reduce<Json>(
    (next, { pointer, by }) => put(next, steps(pointer), by),
    start,
  ) as unknown as GridRequest;
}

/** The kind of the missing name: an entity itself, or a column or relation of the entity returned here. */
export function placeOfName(query: GridRequest, pointer: string): { readonly entity: string | undefined } {
  const path = steps(pointer);
  // A document is JSON.
  let value = query as unknown as Json | undefined;
  let entity: string | undefined;
  for (const [i, step] of path.entries()) {
    if (typeof value !== 'object' || value === null) break;
    if (isList(value)) {
      value = value[Number(step)];
      continue;
    }
    if (typeof value.id === 'string' && 'attributes' in value) {
      entity = i === path.length - 1 && step === 'id' ? undefined : value.id;
    }
    value = value[step];
  }
  return { entity };
}

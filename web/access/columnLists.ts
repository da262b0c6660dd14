// The columns of a grant in the terms of the editor: all, all but some, or only some.
import type { Entity } from '../model/model.ts';
import { EVERY } from './policyEdits.ts';

const EXCEPT = '-';

export type ColumnChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'but' | 'only'; readonly names: readonly string[] };

/**
 * Reads the list as the service does: a column with exactly this name takes precedence over the special meaning of its
 * first character.
 */
export function readColumns(list: readonly string[] | undefined, entity: Entity): ColumnChoice {
  if (list === undefined || (list.length === 1 && list[0] === EVERY)) return { kind: 'all' };
  const [first, ...rest] = list;
  const isException = (name: string) => !entity.column.has(name) && name.startsWith(EXCEPT);
  if (first === EVERY && !entity.column.has(EVERY) && rest.every(isException)) {
    return { kind: 'but', names: rest.map((name) => name.slice(EXCEPT.length)) };
  }
  const granted = new Set<string>();
  for (const name of list) {
    if (entity.column.has(name)) granted.add(name);
    else if (name === EVERY) for (const column of entity.column.keys()) granted.add(column);
    else if (name.startsWith(EXCEPT)) granted.delete(name.slice(EXCEPT.length));
    // Unknown columns are kept, so that the check can report them.
    else granted.add(name);
  }
  return { kind: 'only', names: [...granted] };
}

/** Undefined for all columns. */
export function writeColumns(choice: ColumnChoice, entity: Entity): readonly string[] | undefined {
  if (choice.kind === 'all') return undefined;
  if (choice.kind === 'only') return choice.names;
  const left = choice.names.map((name) => `${EXCEPT}${name}`);
  // Some column's name looks like an exception or a wildcard, and the list would grant it instead.
  const isMistaken = left.some((name) => entity.column.has(name)) || entity.column.has(EVERY);
  if (!isMistaken) return [EVERY, ...left];
  return [...entity.column.keys()].filter((name) => !choice.names.includes(name));
}

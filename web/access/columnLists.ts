// Which columns a grant gives, as a person chooses them: all, all but some, or only some.
import type { Entity } from '../model/model.ts';
import { EVERY } from './policyEdits.ts';

const EXCEPT = '-';

export type ColumnChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'but' | 'only'; readonly names: readonly string[] };

/** As the service reads the list: a column of exactly the name wins over what its first letter could mean. */
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
    // What the database does not have is shown too: the check says what is wrong with it.
    else granted.add(name);
  }
  return { kind: 'only', names: [...granted] };
}

/** Undefined for all of them. */
export function writeColumns(choice: ColumnChoice, entity: Entity): readonly string[] | undefined {
  if (choice.kind === 'all') return undefined;
  if (choice.kind === 'only') return choice.names;
  const left = choice.names.map((name) => `${EXCEPT}${name}`);
  // There is a column of that very name, which the list would grant instead.
  const isMistaken = left.some((name) => entity.column.has(name)) || entity.column.has(EVERY);
  if (!isMistaken) return [EVERY, ...left];
  return [...entity.column.keys()].filter((name) => !choice.names.includes(name));
}

// Which column of a file goes to which field: what was guessed, what a person changed, and what is missing.
import type { ImportMode } from '../../src/contract/import-modes.ts';
import type { Look } from '../api/imports.ts';
import type { Column, Entity } from '../model/model.ts';

/** By the column of the file; the name of the field. */
export type Mapping = ReadonlyMap<string, string>;

export function guessed({ columns }: Look): Mapping {
  return new Map(columns.flatMap(({ name, to }) => (to === null ? [] : [[name, to] as const])));
}

/** A field takes one column: the one that had it before is left out. `to` empty: this one is. */
export function withColumn(mapping: Mapping, column: string, to: string): Mapping {
  const others = [...mapping].filter(([name, field]) => name !== column && field !== to);
  return new Map(to === '' ? others : [...others, [column, to]]);
}

export function writtenColumns({ columns }: Entity): readonly Column[] {
  return columns.filter(({ generated }) => !generated);
}

/** The keys that the file does not have, where records are found by them. */
export function missingKeys({ key }: Entity, mapping: Mapping, mode: ImportMode): readonly string[] {
  const taken = new Set(mapping.values());
  return mode === 'insert' ? [] : key.filter((name) => !taken.has(name));
}

/** Fields of new records that need a value and get none, as far as the schema tells. */
export function missingFields(entity: Entity, mapping: Mapping, mode: ImportMode): readonly string[] {
  if (mode === 'update') return [];
  const taken = new Set(mapping.values());
  const isNeeded = ({ name, nullable, default: byDefault }: Column) =>
    !nullable && byDefault === null && !taken.has(name) && !entity.key.includes(name);
  return writtenColumns(entity)
    .filter(isNeeded)
    .map(({ label }) => label);
}

// The mapping from file columns to fields: the guess, the person's changes, and what is missing.
import type { ImportMode } from '../../src/contract/import-modes.ts';
import type { Look } from '../api/imports.ts';
import { isAlwaysGiven, isGiven } from '../edit/defaults.ts';
import type { Column, Entity, Model } from '../model/model.ts';

/** Maps a column of the file to the name of a field. */
export type Mapping = ReadonlyMap<string, string>;

/** The field that a column of the file seems to be, unless new records get it from the database alone. */
export function guessMapping({ columns }: Look, entity: Entity, mode: ImportMode): Mapping {
  return new Map(
    columns.flatMap(({ name, to }) =>
      to === null || isGivenField(entity, to, mode) ? [] : [[name, to] as const],
    ),
  );
}

export function isGivenField({ column }: Entity, name: string | null, mode: ImportMode): boolean {
  const field = column.get(name ?? '');
  return mode === 'insert' && field !== undefined && isAlwaysGiven(field);
}

/** In another mode, such fields find the records. */
export function withMode(mapping: Mapping, look: Look, entity: Entity, mode: ImportMode): Mapping {
  const kept = [...mapping].filter(([, to]) => !isGivenField(entity, to, mode));
  const taken = new Set(mapping.values());
  const found = [...guessMapping(look, entity, mode)].filter(
    ([name, to]) => isGivenField(entity, to, 'insert') && !mapping.has(name) && !taken.has(to),
  );
  return new Map([...kept, ...found]);
}

/** A field takes only one column, so its previous column is skipped. An empty `to` skips this one. */
export function withColumn(mapping: Mapping, column: string, to: string): Mapping {
  const others = [...mapping].filter(([name, field]) => name !== column && field !== to);
  return new Map(to === '' ? others : [...others, [column, to]]);
}

export function writtenColumns({ columns }: Entity): readonly Column[] {
  return columns.filter(({ generated }) => !generated);
}

/** The key fields that the file lacks, if records are found by key. */
export function missingKeys({ key }: Entity, mapping: Mapping, mode: ImportMode): readonly string[] {
  const taken = new Set(mapping.values());
  return mode === 'insert' ? [] : key.filter((name) => !taken.has(name));
}

/** Fields of new records that need a value but get none, as far as the schema tells. */
export function missingFields(entity: Entity, mapping: Mapping, mode: ImportMode): readonly string[] {
  if (mode === 'update') return [];
  const taken = new Set(mapping.values());
  // If records are found by key, missing keys are reported as such.
  const isFoundBy = (name: string) => mode !== 'insert' && entity.key.includes(name);
  const isNeeded = (column: Column) =>
    !column.nullable && !isGiven(column) && !taken.has(column.name) && !isFoundBy(column.name);
  return writtenColumns(entity)
    .filter(isNeeded)
    .map(({ label }) => label);
}

/** Whether times of the file may lack the offset that their field stores. SQLite stores any text as it is. */
export function fillsInstants({ engine }: Model, entity: Entity, mapping: Mapping): boolean {
  const taken = new Set(mapping.values());
  return (
    engine.name !== 'sqlite' && entity.columns.some(({ name, isInstant }) => isInstant && taken.has(name))
  );
}

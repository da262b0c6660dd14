// Texts to be searched, with additional knowledge about some of them.
import { sql } from 'kysely';
import type { Column, Entity } from '../../../model/database.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';

interface SearchedTexts {
  /** The column itself, which holds texts and possibly bytes; absent for any other text. */
  readonly stored?: Value;
  /** Whether a reader knows that all of its texts are plain; absent if that can never be known. */
  readonly areUsual?: Value;
}

const known = new WeakMap<Value, SearchedTexts>();

/** What is known of a text made by `searched`. */
export function searchedTexts(text: Value): SearchedTexts {
  return known.get(text) ?? {};
}

/** The displayed text, for a search. */
export function searched(value: Value, column: Column, { kind, id }: Entity): Value {
  const { text, isText } = classOf(column);
  const shown = text(value, column);
  if (!isText) return shown;
  const names = [id.table, column.name].map((name) => sql.lit(name));
  // The content of a view may change without a write to the file.
  const areUsual = kind === 'table' ? { areUsual: sql`joinery_usual(${sql.join(names)})` } : {};
  known.set(shown, { stored: value, ...areUsual });
  return shown;
}

// The texts that a search looks into, where more is known of them than of any text.
import { sql } from 'kysely';
import type { Column, Entity } from '../../../model/database.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';

interface SearchedTexts {
  /** The column itself, which holds texts and maybe bytes; absent where it is any text. */
  readonly stored?: Value;
  /** Whether a reader knows that all of its texts are usual ones; absent where none can. */
  readonly areUsual?: Value;
}

const known = new WeakMap<Value, SearchedTexts>();

/** What is known of a text that `searched` made. */
export function searchedTexts(text: Value): SearchedTexts {
  return known.get(text) ?? {};
}

/** The text that is shown, as a search looks into it. */
export function searched(value: Value, column: Column, { kind, id }: Entity): Value {
  const { text, isText } = classOf(column);
  const shown = text(value, column);
  if (!isText) return shown;
  const names = [id.table, column.name].map((name) => sql.lit(name));
  // What a view shows may change without a write to the file.
  const areUsual = kind === 'table' ? { areUsual: sql`joinery_usual(${sql.join(names)})` } : {};
  known.set(shown, { stored: value, ...areUsual });
  return shown;
}

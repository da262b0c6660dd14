// How DuckDB compares, matches and sorts: the part that is the same for all types.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { listed } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, CompareSql, Value } from '../../../query/dialect/sql.ts';
import { likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { declaredScale } from '../../../query/pseudo.ts';
import { sort } from '../../base/sort.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { classOf } from './classes.ts';
import { storageOf } from './types.ts';

export const compare: Omit<CompareSql, keyof TabledSql> = {
  integerText: (value) => sql<string>`(${value})::text`,
  oneOf,
  isZoned: (column) => storageOf(column) === 'timestamptz',
  comparableWith,
  fold,
  compareText: (a, comparison, b) => sql<boolean>`${a} ${sql.raw(comparison)} ${b}`,
  pattern,
  matchesPattern: (text, pattern) =>
    sql<boolean>`${text} like ${withCompleteEscapes(pattern)} escape ${sql.lit('\\')}`,
  containsText(text, part, place) {
    const word = { anywhere: 'contains', start: 'starts_with', end: 'ends_with' }[place];
    return sql<boolean>`${sql.raw(word)}(${text}, ${part})`;
  },
  sort,
  // Counting a column costs the engine next to nothing.
  countsWhileSorting: false,
  joinsAfterSort: false,
  textsBeforeSort: 'always',
  comparesRows: false,
};

/** Up to this many literals are separate parameters; more become one list, which is scanned once. */
const maxListed = 64;

function oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  const [form] = new Set(literals.map((literal) => literal.form));
  const isTyped = form !== undefined && form !== 'bytes' && literals.every((one) => one.form === form);
  if (literals.length <= maxListed || !isTyped) return listed(literals);
  return {
    form: `list of ${form}`,
    values: [JSON.stringify(literals.flatMap(({ values }) => values.map(String)))],
    sql: ([place], value) =>
      sql`${value} in (select unnest(from_json(${place}::text, '["VARCHAR"]')::${sql.raw(form)}[]))`,
  };
}

/** The engine compares two decimals with the scale of one of them, which may be the smaller. */
function comparableWith(value: Value, column: Column, other: Column): Value {
  const own = classOf(column);
  if (own.family === 'text' && column.nativeType !== other.nativeType) return sql`${value}::text`;
  if (isDecimal(column) && isDecimal(other)) {
    const scale = Math.max(scaleOf(column), scaleOf(other));
    if (scaleOf(column) !== scaleOf(other))
      return sql`try_cast(${value} as ${sql.raw(`DECIMAL(38,${scale})`)})`;
  }
  // Some days are out of the range of moments.
  if (storageOf(column) === 'date' && other.mode === 'datetime') return sql`try_cast(${value} as timestamp)`;
  return own.comparable(value, column, 'order');
}

function isDecimal(column: Column): boolean {
  const storage = storageOf(column);
  return storage === 'decimal' || storage === 'calculated';
}

const scaleOf = ({ nativeType }: Column) => declaredScale(nativeType) ?? 0;

const [dotted, final, sigma] = [sql.lit('\u0130'), sql.lit('\u03c2'), sql.lit('\u03c3')];

/** Lower case, with the exceptions of query/fold.ts. */
function fold(text: Value): RawBuilder<unknown> {
  return sql`replace(lower(replace(${text}, ${dotted}, 'i')), ${final}, ${sigma})`;
}

/** Equals a search in the folded text: checking for the exceptions takes a fraction of the time of replacing them. */
function holdsFolded(text: Value, part: Value): RawBuilder<unknown> {
  return sql`case when contains(${text}, ${dotted}) or contains(${text}, ${final})
    then contains(${fold(text)}, ${part}) else contains(lower(${text}), ${part}) end`;
}

function pattern(parts: Pattern, ignoreCase: boolean): Bound<[text: Value]> {
  const [first, middle, last, ...more] = parts;
  const look = (text: Value) => (ignoreCase ? fold(text) : text);
  const form = ignoreCase ? 'folded' : 'exact';
  // Searching for a part takes a fraction of the time of a pattern.
  if (first === 'any' && last === 'any' && typeof middle === 'object' && more.length === 0) {
    return {
      form: `${form} part`,
      values: [middle.text],
      sql: ([place], text) => {
        const part = sql`${place}::text`;
        return ignoreCase ? holdsFolded(text, part) : sql`contains(${text}, ${part})`;
      },
    };
  }
  return {
    form,
    values: [likeText(parts)],
    sql: ([place], text) => sql`${look(text)} like ${place}::text escape ${sql.lit(likeEscape)}`,
  };
}

/** A pattern that ends in a lone backslash would raise an error: here it matches a backslash. */
function withCompleteEscapes(pattern: Value): Value {
  return sql`regexp_replace(${pattern}, ${sql.lit(String.raw`^((?:[^\\]|\\.)*)\\$`)}, ${sql.lit(String.raw`\1\\\\`)}, 's')`;
}

// A statement for many rows: one text, with places for the values of each.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { isEquality } from '../dialect/bound.ts';
import type { Bound, SqlDialect, Value } from '../dialect/sql.ts';

/** Which of the rows to read. */
export interface RowsToRead {
  /** Without those of tables that inherit from it. */
  readonly areOwn?: boolean;
  /** The transaction has made or locked them already. */
  readonly areLocked?: boolean;
}

/** A value to write, and its column. */
export interface Assignment {
  readonly column: Column;
  /** Null for NULL. */
  readonly bound: Bound | null;
  /** The value is a former one being restored. */
  readonly isRestored?: boolean;
}

/** A key column and the value that it must have. */
export interface KeyTerm {
  readonly column: Column;
  /** Null for NULL. */
  readonly bound: Bound<[value: Value]> | null;
}

/** A parameter whose value is filled in later. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** One SQL text for many rows whose values have the same form. */
export interface RowTemplate {
  readonly sql: string;
  parameters(values: readonly unknown[]): readonly unknown[];
}

type Part = Assignment | KeyTerm;

/** The single column that all keys compare by equality; null if the keys need more than that. */
export function listedColumn(keys: readonly (readonly KeyTerm[])[]): Column | null {
  const column = keys[0]?.[0]?.column;
  const areListed = keys.every(
    ([term, ...others]) =>
      others.length === 0 && term?.column === column && term?.bound != null && isEquality(term.bound),
  );
  return areListed ? (column ?? null) : null;
}

/** Rows share an SQL text if their forms are equal. */
export function formOf(parts: readonly Part[]): string {
  let form = '';
  for (const { column, bound } of parts) form += `${column.name}\0${bound?.form ?? 'NULL'}\0`;
  return form;
}

export function valuesOf(parts: readonly Part[]): unknown[] {
  const values: unknown[] = [];
  for (const { bound } of parts) if (bound !== null) values.push(...bound.values);
  return values;
}

export function templateOf(dialect: SqlDialect, query: RawBuilder<unknown>): RowTemplate {
  const { sql: text, parameters } = dialect.compile(query);
  const areValues = parameters.every((parameter, i) => parameter instanceof Slot && parameter.index === i);
  if (areValues) return { sql: text, parameters: (values) => values };
  return {
    sql: text,
    parameters: (values) =>
      parameters.map((parameter) => (parameter instanceof Slot ? values[parameter.index] : parameter)),
  };
}

export type PlaceOf = (bound: Pick<Bound, 'values'>) => Value[];

/** Places for values, in the order of `valuesOf`. */
export function places(): PlaceOf {
  let next = 0;
  return ({ values }) => values.map(() => sql`${new Slot(next++)}`);
}

export function valueAt(bound: Bound | null, place: PlaceOf): Value {
  return bound === null ? sql`null` : bound.sql(place(bound));
}

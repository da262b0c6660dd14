// What an engine defines for each class of stored values: a row in its table of types, with an entry for each use of
// values. A class with a missing entry does not compile.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../contract/buckets.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column } from '../../model/database.ts';
import type { StoredColumn } from '../../query/dialect/computing.ts';
import type {
  Bound,
  BoundLiteral,
  CompareSql,
  ExportSql,
  GroupParts,
  KeyMatch,
  SqlDialect,
  SummaryParts,
  SummarySql,
  TextSql,
  Use,
  Value,
} from '../../query/dialect/sql.ts';
import type { WriteSql, Writing } from '../../query/dialect/write.ts';
import type { Literal } from '../../query/literals.ts';

export interface TypeClass extends Reading, Addressing, Comparing, Sorting, Summarising, Exporting, Writing {}

export interface Reading {
  /** The text that an answer shows, without JSON quotes; NULL for NULL. */
  text(value: Value, column: Column): Value;
  /** The JSON of the value, `null` for NULL. */
  json(value: Value, column: Column): TextSql;
}

export interface Addressing {
  /** The value as written in a record's address, percent-encoded; meaningless for NULL. */
  address(value: Value, column: Column): TextSql;
  /** Whether a value is the one that an address names; null if none can be. */
  key(text: string, column: Column, match: KeyMatch): Bound<[value: Value]> | null;
}

export interface Comparing {
  /** Columns with the same family are comparable; `alone`: only columns of exactly the same type. */
  readonly family: string;
  comparable(value: Value, column: Column, use: Use): Value;
  /** Null if the literal is not a value of the type. */
  literal(given: Literal, column: Column, use: Use): BoundLiteral | null;
}

/** The family of types that compare with no other type. */
export const alone = 'alone';

export interface Sorting {
  /** Whether the engine sorts by the whole value. */
  sortsWhole(column: Column): boolean;
  /** A sort value as JSON text, and back. */
  cursorText(value: Value, column: Column): TextSql;
  cursorValue(text: string, column: Column): Bound;
}

export interface Summarising {
  /** How values are summed; null if they cannot be. */
  readonly add: ((name: 'sum' | 'avg', value: Value, column: Column) => SummaryParts) | null;
  /** Minimum or maximum. */
  extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts;
  group(value: Value, column: Column): GroupParts;
  /** How values are grouped into periods of time; null if they cannot be. */
  readonly period:
    | ((
        value: Value,
        column: Column,
        bucket: BucketName,
        zone: string,
        stored: StoredColumn | null,
      ) => GroupParts)
    | null;
}

export interface Exporting {
  /** Whether the text consists of digits, letters and few signs, so that it never needs quotes in a file. */
  readonly isPlain: boolean;
}

/** The part of a dialect that its table of types defines. */
export type TabledSql = Pick<SqlDialect, 'json' | 'urlText' | 'key'> &
  Pick<
    CompareSql,
    'comparable' | 'literal' | 'isComparableWith' | 'shown' | 'sortsWhole' | 'cursorText' | 'cursorValue'
  > &
  Pick<SummarySql, 'summable' | 'summary' | 'group'> &
  Pick<ExportSql, 'isPlain'> &
  Pick<WriteSql, 'written' | 'kept' | 'restored'>;

/** Derives that part of a dialect from its table of types. `counted` renders a number of rows. */
export function tabled(
  classOf: (column: Column) => TypeClass,
  counted: (count: RawBuilder<unknown>) => SummaryParts,
): TabledSql {
  return {
    json: (value, column) => classOf(column).json(value, column),
    urlText: (value, column) => classOf(column).address(value, column),
    key: (column, text, match) => classOf(column).key(text, column, match),
    shown: (value, column) => classOf(column).text(value, column),
    comparable: (value, column, use) => classOf(column).comparable(value, column, use),
    literal: (column, given, use) => classOf(column).literal(given, column, use),
    isComparableWith(a, b) {
      const { family } = classOf(a);
      return family === classOf(b).family && (family !== alone || a.nativeType === b.nativeType);
    },
    sortsWhole: (column) => classOf(column).sortsWhole(column),
    cursorText: (value, column) => classOf(column).cursorText(value, column),
    cursorValue: (column, text) => classOf(column).cursorValue(text, column),
    summable: (column) => classOf(column).add !== null,
    summary: (name, value, column) => summaries[name](name, value, column, classOf(column), counted),
    group(value, column, bucket, zone, stored) {
      const { period, group } = classOf(column);
      const isWhole = bucket === null || period === null;
      return isWhole ? group(value, column) : period(value, column, bucket, zone, stored);
    },
    isPlain: (column) => classOf(column).isPlain,
    written: (column, shown) => classOf(column).write(shown, column),
    kept: (column, value) => classOf(column).kept?.(value, column) ?? null,
    restored: (column, shown, kept) => classOf(column).restore(shown, kept, column),
  };
}

type Summarise = (
  name: SummaryName,
  value: Value,
  column: Column,
  own: TypeClass,
  counted: (count: RawBuilder<unknown>) => SummaryParts,
) => SummaryParts;

const extreme =
  (which: 'min' | 'max'): Summarise =>
  (_name, value, column, own) =>
    own.extreme(which, value, column);

const added =
  (which: 'sum' | 'avg'): Summarise =>
  (_name, value, column, { add }) => {
    if (add === null) throw new Error(`values of ${column.name} cannot be added up`);
    return add(which, value, column);
  };

const summaries: Record<SummaryName, Summarise> = {
  count: (_name, value, _column, _own, counted) => counted(sql`count(${value})`),
  count_distinct: (_name, value, column, own, counted) =>
    counted(sql`count(distinct ${own.comparable(value, column, 'equality')})`),
  min: extreme('min'),
  max: extreme('max'),
  sum: added('sum'),
  avg: added('avg'),
};

// New rows as VALUES with a place for each value: for engines whose INSERT takes many rows and returns them.
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { shownOf } from '../../query/dialect/shown.ts';
import type { BulkInsertSql, KeptValuesOfNewRows, Writing } from '../../query/dialect/write.ts';

/** More rows per statement bring no further gain. */
const maxRowsPerStatement = 1_000;

/** The engine builds the lists itself. */
export const keptAsList: KeptValuesOfNewRows = {
  text: (columns) => sql`json_array(${sql.join(columns.map(({ kept }) => kept))})`,
  lists: (_columns, texts) => texts,
};

export function bulkInsertByValues(
  writingOf: (column: Column) => Writing,
  mostPlaces: number,
): Pick<BulkInsertSql, 'maxRows' | 'source' | 'parameters' | 'showing' | 'kept'> {
  return {
    maxRows: (columns) => Math.min(maxRowsPerStatement, Math.floor(mostPlaces / columns)),
    source(columns, rows, place) {
      const row = () => sql`(${sql.join(columns.map(place))})`;
      return sql`values ${sql.join(Array.from({ length: rows }, row))}`;
    },
    parameters(columns, rows) {
      const values: unknown[] = [];
      const binders = columns.map((column) => binderOf(writingOf(column), column));
      for (const row of rows) {
        for (let i = 0; i < binders.length; i++) {
          const value = binders[i]?.(row[i] ?? 'null');
          if (value === undefined) return null;
          values.push(value);
        }
      }
      return values;
    },
    showing: (insert, texts) => sql`${insert} returning ${sql.join(texts)}`,
    kept: keptAsList,
  };
}

/** Binds JSON texts; returns undefined for one that needs its own SQL. */
function binderOf(writing: Writing, column: Column): (json: string) => unknown {
  const { quick } = writing;
  return (json) => {
    if (json === 'null') return null;
    const value = quick?.(json);
    if (value !== undefined) return value;
    const bound = writing.write(shownOf(json), column);
    return bound?.isBare === true ? bound.values[0] : undefined;
  };
}

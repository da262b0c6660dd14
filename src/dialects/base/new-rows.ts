// New rows as VALUES, with a place for each value: for engines whose INSERT may have many of them and shows what it has made.
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { shownOf } from '../../query/dialect/shown.ts';
import type { NewRowsSql, Writing } from '../../query/dialect/write.ts';

/** More rows in one statement make nothing cheaper. */
const mostTogether = 1_000;

export function newRowsAsValues(
  writingOf: (column: Column) => Writing,
  mostPlaces: number,
): Pick<NewRowsSql, 'mostRows' | 'source' | 'parameters' | 'showing' | 'list'> {
  return {
    mostRows: (columns) => Math.min(mostTogether, Math.floor(mostPlaces / columns)),
    source(columns, rows, place) {
      const row = () => sql`(${sql.join(columns.map(place))})`;
      return sql`values ${sql.join(Array.from({ length: rows }, row))}`;
    },
    parameters(columns, rows) {
      const values: unknown[] = [];
      const writings = columns.map(writingOf);
      for (const row of rows) {
        for (let i = 0; i < columns.length; i++) {
          const value = boundValue(row[i] ?? 'null', columns[i], writings[i]);
          if (value === undefined) return null;
          values.push(value);
        }
      }
      return values;
    },
    showing: (insert, texts) => sql`${insert} returning ${sql.join(texts)}`,
    list: (texts) => sql`json_array(${sql.join(texts)})`,
  };
}

/** Undefined where it cannot be bound by itself. */
function boundValue(text: string, column: Column | undefined, writing: Writing | undefined): unknown {
  if (text === 'null' || column === undefined || writing === undefined) return null;
  if (writing.isItsText && text[0] !== '[' && text[0] !== '{') return plainText(text);
  const bound = writing.write(shownOf(text), column);
  return bound?.isBare === true ? bound.values[0] : undefined;
}

function plainText(json: string): string {
  if (json[0] !== '"') return json;
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);
}

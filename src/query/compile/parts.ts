// A row as values and constant texts, which the connection joins.
import { sql } from 'kysely';
import type { TextSql, Value } from '../dialect/sql.ts';
import type { PartSql, RowParts } from '../dialect/statement.ts';
import type { RowFormat } from './formats.ts';

/** A constant text, an SQL text that is never NULL, or a value. */
export type Part = string | TextSql | PartSql;

/** A format whose rows are selected as separate values, and how to join them. */
export interface FormatInParts {
  readonly format: RowFormat;
  /** Available once a row has been compiled. */
  readonly parts: () => RowParts;
}

/** Null if the engine or the format does not support it. */
export function inParts(format: RowFormat): FormatInParts | null {
  const { parts: partsOf } = format;
  if (partsOf === undefined) return null;
  let found: RowParts | null = null;
  return {
    format: {
      name: `${format.name} in parts`,
      cells: 'value',
      row(_dialect, cells, draft) {
        const { values, parts } = separated(partsOf(cells, draft));
        found = parts;
        return sql<string>`${sql.join(values)}`;
      },
    },
    parts() {
      if (found === null) throw new Error('no row has been written yet');
      return found;
    },
  };
}

function separated(all: readonly Part[]): { readonly values: readonly Value[]; readonly parts: RowParts } {
  const columns: Part[] = [];
  const values: RowParts['values'][number][] = [];
  const between = [''];
  for (const part of all) {
    if (typeof part === 'string') {
      between.push((between.pop() ?? '') + part);
      continue;
    }
    const known = columns.indexOf(part);
    const at = known < 0 ? columns.push(part) - 1 : known;
    values.push({ at, kind: 'kind' in part ? part.kind : 'json' });
    between.push('');
  }
  const selected = columns.flatMap((part) =>
    typeof part === 'string' ? [] : 'kind' in part ? part.value : part,
  );
  return { values: selected, parts: { between, values } };
}

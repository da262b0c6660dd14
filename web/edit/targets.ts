// Maps a cell of the result to its record and column, and tells why some cells cannot be changed.
import type { Cell } from '../api/exact.ts';
import type { Column, Entity } from '../model/model.ts';
import type { ResultColumn } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import { pathKey } from '../query/paths.ts';
import { type Extras, keyAliases } from '../query/rows.ts';
import type { RecordCells } from '../values/records.ts';
import { isEditable } from './editable.ts';
import type { SeenRow } from './tray.ts';

/** Reasons why a cell's value is not a stored value of a record. */
export type ReadOnlyReason = 'group' | 'list' | 'computed' | 'period' | 'generated' | 'view' | 'keyless';

/** The records of one join path of the query, and the positions of their values in a row of the answer. */
export interface RecordSource {
  readonly entity: Entity;
  readonly isRoot: boolean;
  /** Names in the answer, in the order of the key columns. */
  readonly key: readonly string[];
  /** For each shown column, its name in the answer. */
  readonly shown: ReadonlyMap<string, string>;
}

export interface CellTarget {
  readonly source: RecordSource;
  readonly column: Column;
}

export type Targets = ReadonlyMap<string, CellTarget | ReadOnlyReason>;

function readOnlyReason(doc: QueryDocument, column: ResultColumn): ReadOnlyReason | undefined {
  if (column.kind === 'list') return 'list';
  if (doc.grouped) return 'group';
  if (column.kind !== 'field' || column.isMeasured) return 'computed';
  if (column.bucket) return 'period';
  if (column.entity.column.get(column.column.name) !== column.column) return 'computed';
  if (column.entity.kind !== 'table') return 'view';
  if (column.column.generated) return 'generated';
  return isEditable(column.entity) ? undefined : 'keyless';
}

/** Keyed by column id. */
export function targetsOf(doc: QueryDocument, columns: readonly ResultColumn[], extras: Extras): Targets {
  const shown = new Map<string, Map<string, string>>();
  const joinPathKey = ({ path: { root, steps } }: ResultColumn) => pathKey({ root, steps });
  const stored = columns.filter((column) => {
    const reason = readOnlyReason(doc, column);
    return reason === undefined || reason === 'generated';
  });
  for (const column of stored) {
    const names = shown.get(joinPathKey(column)) ?? new Map<string, string>();
    shown.set(joinPathKey(column), names.set(column.column.name, column.id));
  }
  const sources = new Map<string, RecordSource>();
  return new Map(
    columns.map((column): [string, CellTarget | ReadOnlyReason] => {
      const reason = readOnlyReason(doc, column);
      if (reason !== undefined) return [column.id, reason];
      const key = keyAliases(extras, column.path);
      if (key === undefined) return [column.id, 'keyless'];
      const source = sources.get(joinPathKey(column)) ?? {
        entity: column.entity,
        isRoot: column.path.steps.length === 0,
        key,
        shown: shown.get(joinPathKey(column)) ?? new Map(),
      };
      sources.set(joinPathKey(column), source);
      return [column.id, { source, column: column.column }];
    }),
  );
}

/** The record that a row of the answer shows; undefined if the join found none. */
export function seenRowOf(source: RecordSource, valueAt: (name: string) => Cell): SeenRow | undefined {
  const { entity, shown } = source;
  const values = source.key.map(valueAt);
  if (values.includes(null)) return undefined;
  const key: RecordCells = Object.fromEntries(entity.key.map((name, i) => [name, values[i] ?? null]));
  const seen = Object.fromEntries([...shown].map(([name, alias]) => [name, valueAt(alias)]));
  return { entity: entity.name, key, seen };
}

/** The names in a generated request so far, and which of them suit a purpose. */
import { type DataColumn, type DataTable, isNumeric, type Kind } from '../dataset.ts';
import type { ValueKind } from '../reference/expressions.ts';
import { kindOfColumn } from '../reference/expressions.ts';
import type { Item } from '../request.ts';

export interface Named {
  readonly alias: string;
  /** Its type. */
  readonly column: DataColumn;
  /** The table of its values; undefined for computed values. */
  readonly table: DataTable | undefined;
  readonly item: Exclude<Item, { entity: unknown }>;
  /** The entity that it is read from; null if there are several. */
  readonly entity: number | null;
  /** Engines may round it differently. */
  readonly isRounded: boolean;
}

export const kindOf = ({ column }: Named): ValueKind => kindOfColumn(column);

/** Whether all engines compute with it in the same way. */
export function isComputable({ column }: Named): boolean {
  return column.textual !== false && column.isList !== true && column.kind !== 'binary';
}

export function isOrdered({ column }: Named): boolean {
  return column.kind !== 'binary' && column.isList !== true;
}

export function isGroupable(named: Named): boolean {
  return isOrdered(named) && !named.isRounded && !('over' in named.item);
}

export function isNumber({ column }: Named): boolean {
  return isNumeric(column.kind) && column.isList !== true;
}

/** Numbers compare with numbers, dates with datetimes, every other type with its own. */
export function family(kind: Kind): string {
  return isNumeric(kind) ? 'number' : kind === 'date' ? 'datetime' : kind;
}

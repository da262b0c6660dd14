/** What a generated request has named so far, and which of it fits a purpose. */
import { type DataColumn, type DataTable, isNumeric, type Kind } from '../dataset.ts';
import type { ValueKind } from '../reference/expressions.ts';
import { kindOfColumn } from '../reference/expressions.ts';
import type { Item } from '../request.ts';

export interface Named {
  readonly alias: string;
  /** Its type. */
  readonly column: DataColumn;
  /** Where its values come from; undefined for what is computed. */
  readonly table: DataTable | undefined;
  readonly item: Exclude<Item, { entity: unknown }>;
  /** The entity that it is read from; null where there are several. */
  readonly entity: number | null;
  /** An engine may round it. */
  readonly isRounded: boolean;
}

export const kindOf = ({ column }: Named): ValueKind => kindOfColumn(column);

/** What can be computed with on every engine alike. */
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

/** Numbers compare with numbers and moments with moments, every other type with its own. */
export function family(kind: Kind): string {
  return isNumeric(kind) ? 'number' : kind === 'date' ? 'datetime' : kind;
}

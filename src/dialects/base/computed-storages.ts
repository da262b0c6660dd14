// The storage classes of computed values, on engines whose computed numbers are decimals without a fixed scale.
import type { ValueKind } from '../../query/computing/kinds.ts';

export const calculatedStorages: Record<ValueKind, string> = {
  integer: 'calculated',
  numeric: 'calculated',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
};

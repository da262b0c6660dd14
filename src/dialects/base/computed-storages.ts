// In which class computed values are stored, on engines whose computed numbers are decimals of no chosen scale.
import type { ValueKind } from '../../query/computing/kinds.ts';

export const calculatedStorages: Record<ValueKind, string> = {
  integer: 'calculated',
  numeric: 'calculated',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
};

// Which condition finds the record that an address names.
import type { Column } from '../../../model/database.ts';
import type { KeyCondition } from './classes/type-class.ts';
import { classOf } from './classes.ts';

export function key(column: Column, text: string, isWhole: boolean): KeyCondition | null {
  return classOf(column).key(text, column, isWhole);
}

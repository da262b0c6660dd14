// Which records can be changed at all.
import type { Entity } from '../model/model.ts';

/** Views and tables whose records have no address are only read. */
export function isEditable({ kind, key }: Entity): boolean {
  return kind === 'table' && key.length > 0;
}

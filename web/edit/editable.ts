// Which records can be changed at all.
import type { Entity } from '../model/model.ts';

/** Views and tables without a key are read-only. */
export function isEditable({ kind, key }: Entity): boolean {
  return kind === 'table' && key.length > 0;
}

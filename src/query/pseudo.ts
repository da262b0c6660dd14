// Columns that belong to no table: the types of computed values.
import type { ModeType } from '../contract/mode.ts';
import type { Column } from '../model/database.ts';

export function computedColumn(mode: ModeType, storage: string, nativeType: string): Column {
  return {
    name: '',
    nativeType,
    mode,
    storage,
    nullable: true,
    default: null,
    generated: true,
    comment: null,
  };
}

/** The decimals that a type declares, as in NUMERIC(10,2); null if it declares none. */
export function declaredScale(nativeType: string): number | null {
  const [, scale] = /\(\s*\d+\s*(?:,\s*(\d+)\s*)?\)/.exec(nativeType) ?? [];
  if (scale !== undefined) return Number(scale);
  return /\(\s*\d+\s*\)/.test(nativeType) ? 0 : null;
}

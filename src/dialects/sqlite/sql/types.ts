// What a declared type of SQLite means: its affinity, as the engine derives it, and its MODE type.
import type { ModeType } from '../../../contract/mode.ts';

export type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric';

/**
 * The storage class that rendering and comparing need: booleans and moments differ from their affinity, and
 * the row id is the one column whose values the engine itself keeps to their type.
 */
export type Storage = Affinity | 'boolean' | 'moment' | 'rowid';

/** The engine's own rules, in the engine's own order. */
function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase();
  if (type.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text';
  if (type === '' || type.includes('BLOB')) return 'blob';
  if (/REAL|FLOA|DOUB/.test(type)) return 'real';
  return 'numeric';
}

const modes: readonly (readonly [RegExp, ModeType])[] = [
  [/^BOOL/i, 'boolean'],
  [/^(DATETIME|TIMESTAMP)/i, 'datetime'],
  [/^DATE\b/i, 'date'],
  [/^TIME\b/i, 'time'],
  [/^JSONB?\b/i, 'json'],
  [/^(UUID|GUID|UNIQUEIDENTIFIER)\b/i, 'uuid'],
  [/^(VAR)?BINARY\b/i, 'binary'],
  [/CHAR.*\(\s*\d+\s*\)/i, 'string'],
];

const modeOfAffinity: Record<Affinity, ModeType> = {
  integer: 'integer',
  text: 'text',
  blob: 'binary',
  real: 'numeric',
  numeric: 'numeric',
};

/** `isStrict`: in a STRICT table, where a column of any type keeps what it is given. */
export function typeOf(declared: string, isStrict: boolean): { mode: ModeType; storage: Storage } {
  const type = declared.trim();
  if (type === '') return { mode: 'other', storage: 'blob' };
  if (type.toUpperCase() === 'ANY') return { mode: 'other', storage: isStrict ? 'blob' : 'numeric' };
  const affinity = affinityOf(declared);
  const named = modes.find(([pattern]) => pattern.test(type))?.[1];
  const mode = named ?? modeOfAffinity[affinity];
  if (mode === 'boolean') return { mode, storage: 'boolean' };
  if (mode === 'datetime' || mode === 'date' || mode === 'time') return { mode, storage: 'moment' };
  return { mode, storage: affinity };
}

// The meaning of SQLite's declared types: the MODE type, and the class of stored values.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';

type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric';

/**
 * Only for row ids does the engine enforce the type. Any other column may hold anything, and its class says what most
 * values are. STRICT tables promise more, but a crafted file can break that promise, and checking a value's type is
 * cheap.
 */
const storageNames = [
  'rowid',
  'integer',
  'real',
  'numeric',
  // Only computed, never stored.
  'calculated',
  // Sums and averages of related rows; texts of digits if numbers are not precise enough.
  'added',
  'boolean',
  'text',
  'loose text',
  'date',
  'datetime',
  'time',
  'binary',
  'any',
  // Lists of related values: JSON, never stored.
  'list',
] as const;

export type Storage = (typeof storageNames)[number];

/** The engine's own rules, in its own order. */
function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase();
  if (type.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text';
  if (type === '' || type.includes('BLOB')) return 'blob';
  if (/REAL|FLOA|DOUB/.test(type)) return 'real';
  return 'numeric';
}

const modes: readonly (readonly [RegExp, SqliteMode])[] = [
  [/^BOOL/i, 'boolean'],
  [/^(DATETIME|TIMESTAMP)/i, 'datetime'],
  [/^DATE\b/i, 'date'],
  [/^TIME\b/i, 'time'],
  [/^JSONB?\b/i, 'json'],
  [/^(UUID|GUID|UNIQUEIDENTIFIER)\b/i, 'uuid'],
  [/^(VAR)?BINARY\b/i, 'binary'],
  [/CHAR.*\(\s*\d+\s*\)/i, 'string'],
  // Any type, in STRICT tables and others.
  [/^(ANY)?$/i, 'other'],
];

type SqliteMode = Exclude<ModeType, 'interval' | 'selection' | 'array'>;

const modeOfAffinity: Record<Affinity, SqliteMode> = {
  integer: 'integer',
  text: 'text',
  blob: 'binary',
  real: 'numeric',
  numeric: 'numeric',
};

/** A text in a column without text affinity may have become a number. */
const textOf = (affinity: Affinity): Storage => (affinity === 'text' ? 'text' : 'loose text');

const storages: Record<SqliteMode, (affinity: Affinity) => Storage> = {
  boolean: () => 'boolean',
  integer: () => 'integer',
  numeric: (affinity) => (affinity === 'real' ? 'real' : 'numeric'),
  datetime: () => 'datetime',
  date: () => 'date',
  time: () => 'time',
  binary: () => 'binary',
  string: textOf,
  text: textOf,
  json: textOf,
  uuid: textOf,
  other: () => 'any',
};

export function typeOf(declared: string): { mode: ModeType; storage: Storage } {
  const type = declared.trim();
  const affinity = affinityOf(declared);
  const mode = modes.find(([pattern]) => pattern.test(type))?.[1] ?? modeOfAffinity[affinity];
  return { mode, storage: storages[mode](affinity) };
}

export function storageOf(column: Column): Storage {
  const storage = storageNames.find((name) => name === column.storage);
  if (storage === undefined) throw new Error(`${column.name} is stored in no class: ${column.storage}`);
  return storage;
}

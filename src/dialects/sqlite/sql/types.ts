// What a declared type of SQLite means: its MODE type, and the class in which its values are stored.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';

type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric';

/**
 * The row id is the one column whose values the engine itself keeps to their type. Any other may hold anything, and a
 * class says what most of its values are. A STRICT table promises more, but who makes a file can break the promise, and
 * what a value is costs little to ask.
 */
const storageNames = [
  'rowid',
  'integer',
  'real',
  'numeric',
  // Of a computation: a number that nobody stores.
  'calculated',
  // Of related rows: a sum or an average, with more digits than numbers have where it has them.
  'added',
  'boolean',
  'text',
  'loose text',
  'date',
  'datetime',
  'time',
  'binary',
  'any',
  // Of related values: JSON, which nobody stores.
  'list',
] as const;

export type Storage = (typeof storageNames)[number];

/** The engine's own rules, in the engine's own order. */
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
  // Anything, whether the table is STRICT or not.
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

/** A text in a column without the affinity of texts may have become a number. */
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

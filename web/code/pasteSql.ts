// Inlines the values into a statement, so that it can be pasted elsewhere. The service itself never does that.
import type { EngineName } from '../../src/contract/engines.ts';
import { isExact } from '../api/exact.ts';
import type { Explanation } from '../api/resources.ts';

type Value = Explanation['parameters'][number];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const textLiterals: Record<EngineName, (text: string) => string> = {
  postgres: quoted,
  duckdb: (text) =>
    text.includes('\0') ? `(${text.split('\0').map(quoted).join(' || chr(0) || ')})` : quoted(text),
  // A NUL character would end the literal.
  sqlite: (text) =>
    text.includes('\0') ? `(${text.split('\0').map(quoted).join(' || char(0) || ')})` : quoted(text),
  // MySQL treats a backslash as an escape character.
  mysql: (text) => quoted(text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0')),
};

function literal(value: Value, engine: EngineName): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return textLiterals[engine](value);
  // Two consecutive minus signs would start a comment.
  return isExact(value) && value.value.startsWith('-') ? `(${value.value})` : String(value);
}

/** Quoted names and strings of the statement. A question mark in them is not a placeholder. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`/;
const PLACEHOLDERS: Record<EngineName, RegExp> = {
  sqlite: /\?/,
  mysql: /\?/,
  postgres: /\$\d+/,
  duckdb: /\$\d+/,
};

export function withValues({ sql, parameters }: Explanation, engine: EngineName): string {
  const parts = new RegExp(`${QUOTED.source}|(${PLACEHOLDERS[engine].source})`, 'g');
  let next = 0;
  return sql.replace(parts, (part, place: string | undefined) => {
    if (place === undefined) return part;
    const at = place === '?' ? next++ : Number(place.slice(1)) - 1;
    const value = parameters[at];
    return value === undefined ? place : literal(value, engine);
  });
}

/** Functions that the service registers on its own connections; other programs do not have them. */
export function serviceFunctions(sql: string): readonly string[] {
  const names = sql.replaceAll(new RegExp(QUOTED, 'g'), '').match(/\bjoinery_\w+/g);
  return [...new Set(names ?? [])];
}

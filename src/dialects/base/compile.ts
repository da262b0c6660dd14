// Kysely as a compiler only: from an expression to an engine's text and parameters.
import { createQueryId, type QueryCompiler, type RawBuilder, type RawNode } from 'kysely';
import type { BoundSql, SqlDialect } from '../../query/dialect/sql.ts';

/** A compiler whose parameters carry numbers has to know how many stand before its own. */
export interface NumberingCompiler extends QueryCompiler {
  continueAfter?(parameters: number): void;
}

export function compileWith(compiler: NumberingCompiler): SqlDialect['compile'] {
  return (query: RawBuilder<unknown>, beginning: BoundSql = nothing) => {
    compiler.continueAfter?.(beginning.parameters.length);
    // A raw builder's node is a raw one, which the type of its method leaves open.
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    if (beginning === nothing) return { sql, parameters };
    return { sql: joined(beginning, sql), parameters: beginning.parameters.concat(parameters) };
  };
}

const nothing: BoundSql = { sql: '', parameters: [] };

/** The whole texts by their beginning and their end. */
const texts = new WeakMap<BoundSql, Map<string, string>>();
const endsKept = 64;

/**
 * One and the same string for the same statement: drivers look prepared statements up by their text, and a
 * string that is new each time has to be hashed each time, which for a long one takes longer than running it.
 */
function joined(beginning: BoundSql, end: string): string {
  const byEnd = texts.get(beginning) ?? new Map<string, string>();
  texts.set(beginning, byEnd);
  const known = byEnd.get(end);
  if (known !== undefined) return known;
  const text = beginning.sql + end;
  if (byEnd.size < endsKept) byEnd.set(end, text);
  return text;
}

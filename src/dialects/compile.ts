// Kysely as a compiler only: from an expression to an engine's text and parameters.
import { createQueryId, type QueryCompiler, type RawBuilder, type RawNode } from 'kysely';
import type { SqlDialect, Statement } from '../query/sql.ts';

/** A compiler whose parameters carry numbers has to know how many stand before its own. */
export interface NumberingCompiler extends QueryCompiler {
  continueAfter?(parameters: number): void;
}

export function compileWith(compiler: NumberingCompiler): SqlDialect['compile'] {
  return (query: RawBuilder<unknown>, beginning: Statement = nothing) => {
    compiler.continueAfter?.(beginning.parameters.length);
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    return { sql: beginning.sql + sql, parameters: beginning.parameters.concat(parameters) };
  };
}

const nothing: Statement = { sql: '', parameters: [] };

// Kysely as a compiler only: from an expression to an engine's text and parameters.
import { createQueryId, type QueryCompiler, type RawBuilder, type RawNode } from 'kysely';
import type { Statement } from '../query/sql.ts';

export function compileWith(compiler: QueryCompiler): (query: RawBuilder<unknown>) => Statement {
  return (query) => {
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    return { sql, parameters };
  };
}

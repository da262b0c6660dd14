// Kysely as a compiler only: from an expression to an engine's text and parameters.
import { createQueryId, type QueryCompiler, type RawNode } from 'kysely';
import type { SqlDialect } from '../../query/dialect/sql.ts';

export function compileWith(compiler: QueryCompiler): SqlDialect['compile'] {
  return (query) => {
    // A raw builder's node is a raw one, which the type of its method leaves open.
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    return { sql, parameters };
  };
}

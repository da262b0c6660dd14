// Kysely as a compiler only: from an expression to an engine's text and parameters.
import { createQueryId, type DefaultQueryCompiler, type RawNode } from 'kysely';
import { Problem } from '../../contract/problem.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';

/** Servers count the values of a statement with 16 bits. */
const mostPlaces = 65_535;
const mostCharacters = 2_000_000;

/** A part of a query is written out wherever it is named, so that few parts make a statement that no engine would take. */
export function compileWith(
  Compiler: new () => DefaultQueryCompiler,
  placesTaken = mostPlaces,
): SqlDialect['compile'] {
  class Bounded extends Compiler {
    #characters = 0;

    override compileQuery(...query: Parameters<DefaultQueryCompiler['compileQuery']>) {
      this.#characters = 0;
      return super.compileQuery(...query);
    }

    protected override append(text: string): void {
      this.#characters += text.length;
      if (this.#characters > mostCharacters) throw refused('it cannot take so long a statement');
      super.append(text);
    }

    protected override addParameter(parameter: unknown): void {
      if (this.numParameters === placesTaken) throw refused('it cannot take so many values at once');
      super.addParameter(parameter);
    }
  }
  const compiler = new Bounded();
  return (query) => {
    // A raw builder's node is a raw one, which the type of its method leaves open.
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    return { sql, parameters };
  };
}

function refused(why: string): Problem {
  return new Problem('refused-by-database', `The database refused: ${why}.`);
}

// Kysely as a compiler only: from an expression to SQL text and parameters.
import { createQueryId, type DefaultQueryCompiler, type RawNode } from 'kysely';
import { Problem } from '../../contract/problem.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';

/** Servers count a statement's parameters with 16 bits. */
const maxPlaces = 65_535;
const maxCharacters = 2_000_000;

/** Limits the size: parts are written out at each mention, so a small query can become one that no engine accepts. */
export function compileWith(
  Compiler: new () => DefaultQueryCompiler,
  placesTaken = maxPlaces,
): SqlDialect['compile'] {
  class Bounded extends Compiler {
    #characters = 0;

    override compileQuery(...query: Parameters<DefaultQueryCompiler['compileQuery']>) {
      this.#characters = 0;
      return super.compileQuery(...query);
    }

    protected override append(text: string): void {
      this.#characters += text.length;
      if (this.#characters > maxCharacters) throw refused('it cannot take so long a statement');
      super.append(text);
    }

    protected override addParameter(parameter: unknown): void {
      if (this.numParameters === placesTaken) throw refused('it cannot take so many values at once');
      super.addParameter(parameter);
    }
  }
  const compiler = new Bounded();
  return (query) => {
    // The node of a raw builder is a RawNode, although its method's type does not say so.
    const { sql, parameters } = compiler.compileQuery(query.toOperationNode() as RawNode, createQueryId());
    return { sql, parameters };
  };
}

function refused(why: string): Problem {
  return new Problem('refused-by-database', `The database refused: ${why}.`);
}

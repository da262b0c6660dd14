// PostgreSQL numbers its parameters, so the second part of a statement counts on from the first.
import { PostgresQueryCompiler } from 'kysely';
import type { NumberingCompiler } from '../../base/compile.ts';

export class PostgresCompiler extends PostgresQueryCompiler implements NumberingCompiler {
  #before = 0;

  continueAfter(parameters: number): void {
    this.#before = parameters;
  }

  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.#before + this.numParameters}`;
  }
}

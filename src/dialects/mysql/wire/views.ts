// Which statements read a view, and therefore may run functions that affect the session.
import type { RawTable } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';

/** What a statement reads. Functions called by views may do anything to the session. */
export type ReadTarget = 'tables' | 'views';

type Names = ReadonlySet<string>;

export class Views {
  #names: Names = new Set();
  #tables: Names = new Set();

  /** Takes the tables of a reflection; true if a view has replaced a table. */
  learn(tables: readonly RawTable[]): boolean {
    const ofKind = (wanted: RawTable['kind']) =>
      new Set(tables.filter(({ kind }) => kind === wanted).map(({ table }) => table));
    return this.#change(ofKind('view'), ofKind('table'));
  }

  /** Takes over what another connection knows. */
  learnFrom(other: Views): boolean {
    return this.#change(other.#names, other.#tables);
  }

  #change(names: Names, tables: Names): boolean {
    const isUsurped = !names.isDisjointFrom(this.#tables);
    this.#names = names;
    this.#tables = tables;
    return isUsurped;
  }

  readsOf(...statements: readonly Statement[]): ReadTarget {
    const isView = (name: string) => this.#names.has(name);
    return statements.some(({ entities }) => entities.some(isView)) ? 'views' : 'tables';
  }
}

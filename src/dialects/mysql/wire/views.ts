// Which statements read a view, and with it functions that may do anything to the session.
import type { RawTable } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/sql.ts';
import type { Reads } from './pool.ts';

const usesKept = 1_000;

export class Views {
  #names: ReadonlySet<string> = new Set();
  #tables: ReadonlySet<string> = new Set();
  readonly #uses = new Map<string, Reads>();

  /** Takes what a reflection has found; true where a view stands in the place of a table. */
  know(tables: readonly RawTable[]): boolean {
    const ofKind = (wanted: RawTable['kind']) =>
      new Set(tables.filter(({ kind }) => kind === wanted).map(({ table }) => table));
    this.#names = ofKind('view');
    const isUsurped = !this.#names.isDisjointFrom(this.#tables);
    this.#tables = ofKind('table');
    this.#uses.clear();
    return isUsurped;
  }

  /** Names are always in quotes; a column that is called like a view costs a renewal and nothing else. */
  readsOf({ sql }: Statement): Reads {
    if (this.#names.size === 0) return 'tables';
    const known = this.#uses.get(sql);
    if (known !== undefined) return known;
    const names = [...sql.matchAll(/`((?:[^`]|``)*)`/g)].map(([, name = '']) => name.replaceAll('``', '`'));
    const reads = names.some((name) => this.#names.has(name)) ? 'views' : 'tables';
    if (this.#uses.size < usesKept) this.#uses.set(sql, reads);
    return reads;
  }
}

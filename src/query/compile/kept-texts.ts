// What rows have of their columns beside what is shown, as it comes with them.
import type { Column, Entity } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';

/** What `TableChanges.read` gives of a row. */
type ReadRow = readonly (string | null)[];

/** By the places of the columns, and as a JSON list of all columns. */
interface KeptParts {
  readonly parts: readonly (string | null)[];
  readonly list: string;
}

/** As many texts as are kept for a table. */
const mostTexts = 100;

export class KeptTexts {
  /** Those whose values need more than what is shown of them. */
  readonly columns: readonly Column[];
  readonly #entity: Entity;
  readonly #asOne: SqlDialect['changing']['keptAsOne'];
  /** Where each of them stands among them, by its name. */
  readonly #places: ReadonlyMap<string, number>;
  /** By the texts that rows have for it. */
  readonly #known = new Map<string, KeptParts>();

  constructor({ changing }: SqlDialect, entity: Entity, columns: readonly Column[]) {
    this.columns = columns;
    this.#entity = entity;
    this.#asOne = changing.keptAsOne;
    this.#places = new Map(columns.map(({ name }, i) => [name, i]));
  }

  /** It is one text of each row, or nothing. */
  get isOneText(): boolean {
    return this.#asOne !== undefined || this.columns.length === 0;
  }

  /** What is kept of a column. */
  of(row: ReadRow, name: string): string | null {
    const place = this.#places.get(name);
    return place === undefined ? null : (this.#parts(row).parts[place] ?? null);
  }

  /** What is kept of all columns, as a JSON list; nothing where nothing is. */
  list(row: ReadRow): string {
    return this.#parts(row).list;
  }

  /** The one text of a row, with what another text has of these columns and of nothing else. */
  replaced(text: string, columns: readonly Column[], by: string): string {
    const asOne = this.#asOne;
    if (asOne === undefined) return text;
    const parts = [...asOne.parts(text)];
    const others = asOne.parts(by);
    const kept = this.columns.filter((column) => columns.includes(column));
    for (const [i, { name }] of kept.entries()) parts[this.#places.get(name) ?? -1] = others[i] ?? null;
    return asOne.joined(parts);
  }

  /** Most rows of a table have the same. */
  #parts(row: ReadRow): KeptParts {
    const asOne = this.#asOne;
    const text = asOne === undefined ? null : (row[1] ?? null);
    const known = text === null ? undefined : this.#known.get(text);
    if (known !== undefined) return known;
    const parts = asOne !== undefined && text !== null ? asOne.parts(text) : row.slice(1);
    const of = ({ name }: Column) => parts[this.#places.get(name) ?? -1] ?? null;
    const isNone = parts.every((part) => part === null);
    const made = { parts, list: isNone ? '' : JSON.stringify(this.#entity.columns.map(of)) };
    if (this.#known.size >= mostTexts) this.#known.clear();
    if (text !== null) this.#known.set(text, made);
    return made;
  }
}

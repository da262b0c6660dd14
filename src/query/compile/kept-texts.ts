// Some values cannot be restored from what is shown of them. What the engine adds to a row so that they can is read here.
import type { Column, Entity } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';

/** A row as `TableChanges.read` gives it: what is shown, then what is kept beside it. */
type ReadRow = readonly (string | null)[];

/** What is kept of a row: a text for each of the columns that need one, and all columns of the table as a JSON list. */
interface KeptParts {
  readonly parts: readonly (string | null)[];
  readonly list: string;
}

/** So many different texts are remembered for a table; then they are forgotten and begin anew. */
const mostTexts = 100;

export class KeptTexts {
  /** The columns whose values need more than what is shown of them. */
  readonly columns: readonly Column[];
  readonly #entity: Entity;
  readonly #asOne: SqlDialect['changing']['keptAsOne'];
  /** The position of each column in `columns`, by its name. */
  readonly #places: ReadonlyMap<string, number>;
  /** What was read from a text before, by that text. */
  readonly #known = new Map<string, KeptParts>();

  constructor({ changing }: SqlDialect, entity: Entity, columns: readonly Column[]) {
    this.columns = columns;
    this.#entity = entity;
    this.#asOne = changing.keptAsOne;
    this.#places = new Map(columns.map(({ name }, i) => [name, i]));
  }

  /** Whether the engine gives all that is kept of a row as one text, or nothing is kept at all. */
  get isOneText(): boolean {
    return this.#asOne !== undefined || this.columns.length === 0;
  }

  /** What is kept of a column. */
  of(row: ReadRow, name: string): string | null {
    const place = this.#places.get(name);
    return place === undefined ? null : (this.#parts(row).parts[place] ?? null);
  }

  /** What is kept of all columns of the table, as a JSON list; empty where nothing is kept. */
  list(row: ReadRow): string {
    return this.#parts(row).list;
  }

  /** The one text of a row, in which these columns have what they have in another row's text. */
  replaced(text: string, columns: readonly Column[], by: string): string {
    const asOne = this.#asOne;
    if (asOne === undefined) return text;
    const parts = [...asOne.parts(text)];
    const others = asOne.parts(by);
    const kept = this.columns.filter((column) => columns.includes(column));
    for (const [i, { name }] of kept.entries()) parts[this.#places.get(name) ?? -1] = others[i] ?? null;
    return asOne.joined(parts);
  }

  /** Most rows of a table have the same text, so that it is taken apart once. */
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

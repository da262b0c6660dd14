// Some values cannot be restored from their displayed form. This reads what the engine adds to a row to restore them.
import type { Column, Entity } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';

/** A row from `TableChanges.read`: the displayed values, then the kept texts. */
type ReadRow = readonly (string | null)[];

/** The kept texts of a row, one for each column that needs one, and the same for all table columns as a JSON list. */
interface KeptParts {
  readonly parts: readonly (string | null)[];
  readonly list: string;
}

/** The most distinct texts cached per table; when full, the cache is cleared. */
const maxTexts = 100;

export class KeptTexts {
  /** The columns whose displayed form is not enough to restore them. */
  readonly columns: readonly Column[];
  readonly #entity: Entity;
  readonly #asOne: SqlDialect['changing']['keptAsOne'];
  /** The index of each column in `columns`, by name. */
  readonly #places: ReadonlyMap<string, number>;
  /** Parsed texts, by text. */
  readonly #known = new Map<string, KeptParts>();

  constructor({ changing }: SqlDialect, entity: Entity, columns: readonly Column[]) {
    this.columns = columns;
    this.#entity = entity;
    this.#asOne = changing.keptAsOne;
    this.#places = new Map(columns.map(({ name }, i) => [name, i]));
  }

  /** Whether everything kept of a row comes as one text, or nothing is kept. */
  get isOneText(): boolean {
    return this.#asOne !== undefined || this.columns.length === 0;
  }

  /** The kept text of a column. */
  of(row: ReadRow, name: string): string | null {
    const place = this.#places.get(name);
    return place === undefined ? null : (this.#parts(row).parts[place] ?? null);
  }

  /** The kept texts of all table columns, as a JSON list; empty if nothing is kept. */
  list(row: ReadRow): string {
    return this.#parts(row).list;
  }

  /** The kept text of a row, with these columns' parts replaced by those of another text. */
  replaced(text: string, columns: readonly Column[], by: string): string {
    const asOne = this.#asOne;
    if (asOne === undefined) return text;
    const parts = [...asOne.parts(text)];
    const others = asOne.parts(by);
    const kept = this.columns.filter((column) => columns.includes(column));
    for (const [i, { name }] of kept.entries()) parts[this.#places.get(name) ?? -1] = others[i] ?? null;
    return asOne.joined(parts);
  }

  /** Most rows of a table have the same text, so it is parsed once. */
  #parts(row: ReadRow): KeptParts {
    const asOne = this.#asOne;
    const text = asOne === undefined ? null : (row[1] ?? null);
    const known = text === null ? undefined : this.#known.get(text);
    if (known !== undefined) return known;
    const parts = asOne !== undefined && text !== null ? asOne.parts(text) : row.slice(1);
    const of = ({ name }: Column) => parts[this.#places.get(name) ?? -1] ?? null;
    const isNone = parts.every((part) => part === null);
    const made = { parts, list: isNone ? '' : JSON.stringify(this.#entity.columns.map(of)) };
    if (this.#known.size >= maxTexts) this.#known.clear();
    if (text !== null) this.#known.set(text, made);
    return made;
  }
}

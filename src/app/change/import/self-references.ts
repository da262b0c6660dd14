// References between rows of a file. A reference to a later row is left null when its row is inserted, and set once all
// rows exist. From the first such row on this applies to every reference in the file, so that no rows have to be
// remembered.
import type { Column, Entity, ForeignKey } from '../../../model/database.ts';
import { type Image, keyText, shownIn } from '../rows/image.ts';
import { isSame } from '../rows/same.ts';
import type { FileRow, RowTexts } from './rows.ts';

/** A self-referencing foreign key, by the positions of its columns in the file. */
interface SelfReferenceKey {
  readonly places: readonly number[];
  readonly targets: readonly number[];
}

/** A row whose references may be left open. */
export interface OpenRow extends FileRow {
  /** Including its references; absent if none is left open. */
  readonly complete?: RowTexts;
}

export class SelfReferences {
  readonly #columns: readonly Column[];
  readonly #keys: readonly SelfReferenceKey[];
  /** The positions of the columns that can be left open. */
  readonly #places: readonly number[];
  /** The first row whose references are left open. */
  #from = Number.POSITIVE_INFINITY;

  private constructor(
    columns: readonly Column[],
    keys: readonly SelfReferenceKey[],
    places: readonly number[],
  ) {
    this.#columns = columns;
    this.#keys = keys;
    this.#places = places;
  }

  /** Null if the file has no such references or they cannot be left open; rows must be found again by key. */
  static in(entity: Entity, columns: readonly Column[]): SelfReferences | null {
    const placeOf = ({ name }: Column) => columns.findIndex((column) => column.name === name);
    const keys = selfReferenceKeys(entity).map((key) => ({
      places: key.columns.map(placeOf),
      targets: key.targetColumns.map(placeOf),
    }));
    const isKey = (place: number) => entity.key.some(({ name }) => name === columns[place]?.name);
    const isOpen = (place: number) => columns[place]?.nullable === true && !isKey(place);
    const places = new Set(keys.flatMap((key) => key.places.filter(isOpen)));
    const canBeLeft = keys.length > 0 && keys.every((key) => key.places.some(isOpen));
    const hasKey = entity.keyKind !== 'all' && entity.key.every((column) => placeOf(column) >= 0);
    return canBeLeft && hasKey ? new SelfReferences(columns, keys, [...places]) : null;
  }

  get hasOpen(): boolean {
    return Number.isFinite(this.#from);
  }

  /** Whether the row can do without its reference for now; if so, all later rows do too. */
  leaveOpen({ number, texts }: FileRow): boolean {
    if (this.hasOpen || !this.isOpen(number, texts, number)) return false;
    this.#from = number;
    return true;
  }

  /** The rows, with references left open where necessary. */
  withOpenReferences(rows: readonly FileRow[]): readonly OpenRow[] {
    if (!this.hasOpen) {
      const first = this.#firstAhead(rows);
      if (first === null) return rows;
      this.#from = first.number;
    }
    return rows.map((row) => (this.isOpen(row.number, row.texts) ? this.#open(row) : row));
  }

  /** Whether a row has references that are set only at the end. */
  isOpen(number: number, texts: RowTexts, from = this.#from): boolean {
    return number >= from && this.#places.some((place) => (texts[place] ?? 'null') !== 'null');
  }

  /** The values of the columns left open, without all others. */
  openValues(texts: RowTexts): RowTexts {
    return texts.map((text, place) => (this.#places.includes(place) ? text : undefined));
  }

  /** The values of all other columns: existing rows keep their references until the end. */
  otherValues(texts: RowTexts): RowTexts {
    return texts.map((text, place) => (this.#places.includes(place) ? undefined : text));
  }

  /** Whether the references of an existing row will change. */
  changes({ complete }: OpenRow, image: Image): boolean {
    if (complete === undefined) return false;
    return this.#places.some((place) => {
      const [column, text] = [this.#columns[place], complete[place]];
      if (column === undefined || text === undefined) return false;
      return !isSame(text, shownIn(image, column) ?? 'null', column);
    });
  }

  #open(row: FileRow): OpenRow {
    const texts = row.texts.map((text, place) =>
      text !== undefined && this.#places.includes(place) ? 'null' : text,
    );
    return { ...row, texts, complete: row.texts };
  }

  /**
   * The first of these rows that refers to a later one: an engine may accept them in one statement, but an undo needs
   * several.
   */
  #firstAhead(rows: readonly FileRow[]): FileRow | null {
    for (const { places, targets } of this.#keys) {
      const last = new Map(rows.map(({ texts }, i) => [nameIn(texts, targets), i]));
      const first = rows.find(({ texts }, i) => {
        const name = nameIn(texts, places);
        return name !== null && (last.get(name) ?? -1) > i;
      });
      if (first !== undefined) return first;
    }
    return null;
  }
}

/** Whether a column belongs to a self-reference. */
export function isSelfReference(entity: Entity, column: string | null): boolean {
  return selfReferenceKeys(entity).some(({ columns }) => columns.some(({ name }) => name === column));
}

function selfReferenceKeys({ name, foreignKeys }: Entity): readonly ForeignKey[] {
  return foreignKeys.filter(({ target }) => target === name);
}

/** Null if a part is null: then it refers to nothing. */
function nameIn(texts: RowTexts, places: readonly number[]): string | null {
  const parts = places.map((place) => texts[place] ?? 'null');
  return parts.includes('null') ? null : keyText(parts);
}

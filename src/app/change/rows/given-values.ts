// The values of a change as written: a reference to a row of the same set is resolved once that row exists.
import { Problem } from '../../../contract/problem.ts';
import type { Column } from '../../../model/database.ts';
import type { Assignment } from '../../../query/compile/row-template.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import { notOfType, refusedValue } from '../plan/plan.ts';
import {
  type Given,
  type GivenValue,
  holdsLists,
  type PlannedChange,
  pointerToValue,
} from '../plan/planned.ts';
import type { NamedRows } from './named-rows.ts';
import { isHidden, notRestored } from './stored-values.ts';

export class GivenValues {
  readonly #dialect: SqlDialect;
  readonly #made: NamedRows;

  constructor(dialect: SqlDialect, made: NamedRows) {
    this.#dialect = dialect;
    this.#made = made;
  }

  /** JSON text. A referenced row exists by now. */
  textOf(given: Given, pointer?: string): string {
    if (given.kind !== 'reference') return given.text;
    const cell = this.#made.get(given.ref)?.get(given.column.name);
    if (cell === undefined) {
      const detail = `The row "${given.ref}", which this refers to, was refused.`;
      throw new Problem('refused-value', detail, pointer === undefined ? {} : { pointer });
    }
    return cell.shown;
  }

  /** The values with references resolved. */
  of(change: PlannedChange): ReadonlyMap<Column, GivenValue> {
    const { set } = change;
    // Most changes have no references and keep their map.
    if (areValues(set)) return set;
    const resolved = (column: Column, given: Given): GivenValue =>
      isValue(given)
        ? given
        : { kind: 'shown', text: this.textOf(given, pointerToValue(change, column.name)) };
    return new Map([...set].map(([column, given]) => [column, resolved(column, given)]));
  }

  /** The bound parameter of a value; null for NULL. */
  bound(change: PlannedChange, column: Column, value: GivenValue): Assignment['bound'] {
    const { text } = value;
    const pointer = pointerToValue(change, column.name);
    // A JSON null is a value; only a kept value tells it from NULL.
    if (text === 'null' && !(value.kind === 'exact' && value.kept !== null)) {
      if (column.nullable || value.kind === 'exact') return null;
      throw refusedValue(`${column.name} cannot be null.`, pointer);
    }
    // Checked before parsing, which takes long for a list with a million parts.
    if (value.kind === 'shown' && /^[[{]/.test(text) && !holdsLists.has(column.mode)) {
      throw notOfType(column, text, pointer);
    }
    const shown = shownOf(text);
    const bound =
      value.kind === 'exact'
        ? this.#dialect.restored(column, shown, value.kept ?? '')
        : this.#dialect.written(column, shown);
    if (bound === null)
      throw isHidden(change, column) ? notRestored(change) : notOfType(column, text, pointer);
    return bound;
  }
}

function areValues(set: PlannedChange['set']): set is ReadonlyMap<Column, GivenValue> {
  for (const given of set.values()) if (!isValue(given)) return false;
  return true;
}

function isValue(given: Given): given is GivenValue {
  return given.kind !== 'reference';
}

/** The names of the rows it refers to. */
export function referencedNames({ set, key }: PlannedChange): readonly string[] {
  const refs: string[] = [];
  for (const given of set.values()) if (given.kind === 'reference') refs.push(given.ref);
  for (const given of key ?? []) if (given.kind === 'reference') refs.push(given.ref);
  return refs;
}

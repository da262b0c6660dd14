// Parses the parts of a change: finds their columns and reports what does not fit.
import { pointerTo } from '../../../contract/json.ts';
import { membersOf } from '../../../contract/json-parts.ts';
import { columnOfProperty, recordProperty } from '../../../contract/record-properties.ts';
import { didYouMean } from '../../../contract/suggest.ts';
import type { Column, VisibleEntity } from '../../../model/database.ts';
import { columnValues } from './column-values.ts';
import { invalidChange } from './invalid-change.ts';
import { type Given, holdsLists } from './planned.ts';
import type { ChangePart, Raw } from './raw-changes.ts';
import { wholeNumber } from './whole-number.ts';

/** The pointers of a change's parts. */
export interface Place {
  to(part: ChangePart): string;
  /** The columns have the names that records show. */
  readonly isRecord?: true;
}

/** Caches the columns for each list of names: similar changes share one list. */
export class KnownColumns {
  readonly #known = new WeakMap<
    readonly string[],
    { readonly entity: VisibleEntity; readonly columns: readonly Column[] }
  >();

  of(entity: VisibleEntity, names: readonly string[], find: () => readonly Column[]): readonly Column[] {
    const known = this.#known.get(names);
    if (known?.entity === entity) return known.columns;
    const columns = find();
    this.#known.set(names, { entity, columns });
    return columns;
  }
}

export class ChangeReader {
  readonly #entity: VisibleEntity;
  readonly #refs: ReadonlyMap<string, VisibleEntity>;
  readonly #place: Place;
  readonly #known: KnownColumns;

  constructor(
    entity: VisibleEntity,
    refs: ReadonlyMap<string, VisibleEntity>,
    place: Place,
    known: KnownColumns,
  ) {
    this.#entity = entity;
    this.#refs = refs;
    this.#place = place;
    this.#known = known;
  }

  set(raw: Raw, op: 'insert' | 'update'): ReadonlyMap<Column, Given> {
    if (op === 'update' && raw.names.length === 0) {
      throw invalidChange('Expected at least one column that changes.', {
        pointer: this.#place.to('set'),
      });
    }
    const columns = this.#columns(raw, 'set');
    const values = columns.map((column, i): Given => {
      const text = raw.texts[i] ?? 'null';
      return this.#reference(column, text, 'set') ?? { kind: 'shown', text: wholeNumber(column, text) };
    });
    return columnValues(columns, values);
  }

  key(raw: Raw): Given[] {
    const { key, name } = this.#entity;
    const names = key.map((column) => column.name);
    for (const given of raw.names) {
      if (!names.includes(given)) {
        throw invalidChange(`"${given}" is no part of the key of ${name}.`, {
          pointer: this.#to('key', given),
          allowed: names,
        });
      }
    }
    if (names.length === 0) {
      throw invalidChange(`The rows of ${name} have no key that you may see.`, {
        pointer: this.#place.to('key'),
      });
    }
    return key.map((column) => {
      const text = raw.texts[raw.names.indexOf(column.name)];
      if (text === undefined) {
        throw invalidChange(`The key of ${name} has the columns ${names.join(', ')}.`, {
          pointer: this.#place.to('key'),
          allowed: names,
        });
      }
      const reference = this.#reference(column, text, 'key');
      if (reference === null && /^[[{]/.test(text) && !holdsLists.has(column.mode)) {
        throw invalidChange(`Expected one value of ${column.name}.`, {
          pointer: this.#to('key', column.name),
        });
      }
      return reference ?? { kind: 'shown', text: wholeNumber(column, text) };
    });
  }

  expect(raw: Raw): ReadonlyMap<Column, string> {
    return columnValues(this.#columns(raw, 'expect'), raw.texts);
  }

  /** The pointer to a column's value. */
  #to(part: ChangePart, column: string): string {
    return pointerTo(this.#place.to(part), this.#place.isRecord ? recordProperty(column) : column);
  }

  #columns({ names }: Raw, part: ChangePart): readonly Column[] {
    return this.#known.of(this.#entity, names, () => names.map((name) => this.#column(name, part)));
  }

  /** `part`: where the column is named. */
  #column(given: string, part: ChangePart): Column {
    const { isRecord } = this.#place;
    const name = isRecord ? columnOfProperty(given) : given;
    const column = name === null ? undefined : this.#entity.column.get(name);
    // The table's own column: a column visible only in some rows is shown as nullable.
    if (column !== undefined) return this.#entity.restriction?.base.column.get(column.name) ?? column;
    const names = [...this.#entity.column.keys()];
    const allowed = isRecord ? names.map(recordProperty) : names;
    throw invalidChange(`${this.#entity.name} has no column "${given}".${didYouMean(given, allowed)}`, {
      pointer: pointerTo(this.#place.to(part), given),
      allowed,
      unknownName: true,
    });
  }

  /** In a JSON column it is an ordinary value. */
  #reference(column: Column, text: string, part: ChangePart): Given | null {
    if (column.mode === 'json' || !text.startsWith('{')) return null;
    const parts = membersOf(text);
    const ref = textIn(parts.get('ref'));
    const name = textIn(parts.get('column'));
    if (parts.size !== 2 || ref === null || name === null) return null;
    const entity = this.#refs.get(ref);
    if (entity === undefined) {
      throw invalidChange(`No row that is made earlier in this set is called "${ref}".`, {
        pointer: this.#to(part, column.name),
        allowed: [...this.#refs.keys()],
      });
    }
    const target = entity.column.get(name);
    if (target === undefined) {
      throw invalidChange(`${entity.name} has no column "${name}".`, {
        pointer: this.#to(part, column.name),
        allowed: [...entity.column.keys()],
      });
    }
    return { kind: 'reference', ref, column: target };
  }
}

function textIn(raw: string | undefined): string | null {
  return raw?.startsWith('"') ? String(JSON.parse(raw)) : null;
}

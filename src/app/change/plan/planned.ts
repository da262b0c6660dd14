// A change with all names resolved: what to write where, and what must be there before.

import type { Op } from '../../../contract/change.ts';
import { pointerTo } from '../../../contract/json.ts';
import type { ModeType } from '../../../contract/mode.ts';
import { recordProperty } from '../../../contract/record-properties.ts';
import type { Column, Entity, VisibleEntity } from '../../../model/database.ts';
import type { Cause } from '../journal/row.ts';

/** A value of a row inserted earlier in the same set. */
export interface Reference {
  readonly ref: string;
  readonly column: Column;
}

/** JSON text as sent, a value to restore exactly, or a reference. */
export type Given = GivenValue | ({ readonly kind: 'reference' } & Reference);

export type GivenValue =
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'exact'; readonly text: string; readonly kept: string | null };

export interface PlannedChange {
  readonly op: Op;
  /** The whole entity. */
  readonly entity: Entity;
  /** The entity as the caller may see it. */
  readonly visibleEntity: VisibleEntity;
  readonly ref: string | null;
  readonly set: ReadonlyMap<Column, Given>;
  /** In the order of the key; null for an insert. */
  readonly key: readonly Given[] | null;
  /** JSON texts. */
  readonly expect: ReadonlyMap<Column, string>;
  /**
   * The same for values that the caller may not see, or could not when the set was made: compared but not disclosed.
   */
  readonly expectHidden?: ReadonlyMap<Column, string>;
  readonly pointer: ChangePointer;
  /** Absent if the author named the row. */
  readonly cause?: Cause;
  /** Undoes a consequence of another change, whose undo comes first. */
  readonly undoesConsequence?: true;
  /** Columns that refer to a row inserted later: null until all rows exist. */
  readonly openColumns?: ReadonlySet<Column>;
  /** Keeps an equal value as it is spelled: files write dates and numbers in their own way. */
  readonly keepsSpelling?: true;
}

/** Pointers to a change's parts in the request body. */
export interface ChangePointer {
  readonly change: string;
  readonly set: string;
  /** The body is one record, whose columns have the names that records show. */
  readonly isRecord?: true;
}

export const recordPointer = { change: '', set: '', isRecord: true, to: () => '' } as const;

/** The pointer to the value that a change sets a column to. */
export function pointerToValue({ pointer }: Pick<PlannedChange, 'pointer'>, column: string): string {
  return pointerTo(pointer.set, pointer.isRecord ? recordProperty(column) : column);
}

/** The pointers of one change among several, made on demand: a set has thousands, and few are ever needed. */
export class NumberedPointer implements ChangePointer {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  get change(): string {
    return `/changes/${this.#number}`;
  }

  get set(): string {
    return this.to('set');
  }

  to(part: string): string {
    return `${this.change}/${part}`;
  }
}

/** The kinds of columns whose values may be lists and objects. */
export const holdsLists: ReadonlySet<ModeType> = new Set<ModeType>(['json', 'array', 'other']);

/** The columns whose values are to be written, without those that the engine works out itself. */
export function writtenColumns(entity: Entity): readonly Column[] {
  return entity.columns.filter(({ generated }) => !generated);
}

const referred = new WeakMap<Entity, ReadonlySet<Column>>();

/** The columns that foreign keys refer to. */
export function referredColumns(entity: Entity): ReadonlySet<Column> {
  const known = referred.get(entity);
  if (known !== undefined) return known;
  // Cached: many tables may refer to one, and every change of it asks.
  const columns = new Set(
    entity.relations.flatMap(({ kind, ownColumns }) => (kind === 'one2many' ? ownColumns : [])),
  );
  referred.set(entity, columns);
  return columns;
}

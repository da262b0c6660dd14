// A change with all its names resolved: what is to be written where, and what has to be there before.

import type { Op } from '../../../contract/change.ts';
import type { ModeType } from '../../../contract/mode.ts';
import type { Column, Entity, SeenEntity } from '../../../model/database.ts';
import type { Cause } from '../journal/row.ts';

/** A value of a row that is made earlier in the same set. */
export interface Reference {
  readonly ref: string;
  readonly column: Column;
}

/** JSON text as it came, a value that is restored exactly, or a reference. */
export type Given = GivenValue | ({ readonly kind: 'reference' } & Reference);

export type GivenValue =
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'exact'; readonly text: string; readonly kept: string | null };

export interface PlannedChange {
  readonly op: Op;
  /** As it is. */
  readonly entity: Entity;
  /** As whoever asks may see it. */
  readonly seen: SeenEntity;
  readonly ref: string | null;
  readonly set: ReadonlyMap<Column, Given>;
  /** In the order of the key; null for an insert. */
  readonly key: readonly Given[] | null;
  /** JSON texts. */
  readonly expect: ReadonlyMap<Column, string>;
  /** The same of what whoever asks may not see, or did not when it was written down: compared, and not told. */
  readonly expectUnseen?: ReadonlyMap<Column, string>;
  readonly pointer: ChangePointer;
  /** Absent where somebody named the row. */
  readonly cause?: Cause;
  /** It undoes what the engine did on its own along with a row whose change is undone before it. */
  readonly goesAlong?: true;
  /** What refers to a row that is made later on: null until all rows are there. */
  readonly open?: ReadonlySet<Column>;
  /** A value that is there in other words stays as it is written: files write moments and numbers as they like. */
  readonly keepsWords?: true;
}

/** Where the parts of a change stand in the body that was sent. */
export interface ChangePointer {
  readonly change: string;
  readonly set: string;
}

/** Of a change that is one of several. Few of them are ever told, and a set has thousands. */
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

/** The columns that rows of other tables, or of its own, refer to. */
export function referredColumns(entity: Entity): ReadonlySet<Column> {
  const known = referred.get(entity);
  if (known !== undefined) return known;
  // Much may refer to one table, and every change of it asks.
  const columns = new Set(
    entity.relations.flatMap(({ kind, ownColumns }) => (kind === 'one2many' ? ownColumns : [])),
  );
  referred.set(entity, columns);
  return columns;
}

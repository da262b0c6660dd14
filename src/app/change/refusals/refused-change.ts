// Refusals of the engine within a change set, with the change concerned.
import { Problem } from '../../../contract/problem.ts';
import { Refused } from '../../../dialects/writer.ts';
import type { Entity } from '../../../model/database.ts';
import type { Assignment } from '../../../query/compile/row-template.ts';
import { refusedValue } from '../plan/plan.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';

/** The values to be written, and their row. */
export interface Attempted {
  readonly assignments: readonly Assignment[];
  readonly row: Image | null;
}

/** A refusal by the engine, with the change concerned. */
export class RefusedChange extends Error {
  readonly refused: Refused;
  readonly change: PlannedChange;
  /** Null if the whole set is refused. */
  readonly attempted: Attempted | null;

  constructor(refused: Refused, change: PlannedChange, attempted: Attempted | null = null) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedChange';
    this.refused = refused;
    this.change = change;
    this.attempted = attempted;
  }
}

/** A refusal after everything is written, not attributed to a particular change. */
export class RefusedAtEnd extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedAtEnd';
    this.refused = refused;
  }
}

/** Whether the engine refused a bulk statement: single changes may succeed, or tell what is wrong. */
export function isBulkRefusal(error: unknown): boolean {
  return error instanceof Refused || (error instanceof Problem && error.kind === 'refused-by-database');
}

/** Attributes the engine's refusal to lock rows of a table to the first change of them. */
export function refusedLock(entity: Entity, changes: readonly PlannedChange[]): (error: unknown) => never {
  return (error) => {
    const first = changes.find((change) => change.entity === entity && change.key !== null);
    throw error instanceof Refused && first !== undefined ? new RefusedChange(error, first) : error;
  };
}

/** The engine gives the service's own user no right to do this. */
export function deniedToService(cause: Refused, pointer = ''): Problem {
  const detail = 'The database user of this service may not change this.';
  return new Problem('forbidden', detail, { cause, ...(pointer === '' ? {} : { pointer }) });
}

/** A trigger or another rule of the database has done something else. */
export function notApplied({ entity, pointer }: PlannedChange): Problem {
  const detail = `The database has not made this change of ${entity.name}: a rule of its own is in the way.`;
  return refusedValue(detail, pointer.change);
}

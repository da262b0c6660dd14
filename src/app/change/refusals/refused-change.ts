// What the engine does not do of a change set, and which change it is about.
import { Problem } from '../../../contract/problem.ts';
import { Refused } from '../../../dialects/writer.ts';
import type { Assignment } from '../../../query/compile/row-template.ts';
import { refusedValue } from '../plan/plan.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';

/** What was about to be written, and the row that it was to be written to. */
export interface Attempted {
  readonly assignments: readonly Assignment[];
  readonly row: Image | null;
}

/** A refusal of the engine, and the change that it is about. */
export class RefusedChange extends Error {
  readonly refused: Refused;
  readonly change: PlannedChange;
  /** Null where all of a set is refused. */
  readonly attempted: Attempted | null;

  constructor(refused: Refused, change: PlannedChange, attempted: Attempted | null = null) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedChange';
    this.refused = refused;
    this.change = change;
    this.attempted = attempted;
  }
}

/** What an engine refuses when everything is written, without telling which of several changes it is about. */
export class RefusedAtTheEnd extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedAtTheEnd';
    this.refused = refused;
  }
}

/** Whether the engine does not do many changes by one statement: each by itself may go well, or tells what is wrong with it. */
export function isRefusedTogether(error: unknown): boolean {
  return error instanceof Refused || (error instanceof Problem && error.kind === 'refused-by-database');
}

/** A trigger has done something else, or a rule of the database. */
export function notTaken({ entity, pointer }: PlannedChange): Problem {
  const detail = `The database has not made this change of ${entity.name}: a rule of its own is in the way.`;
  return refusedValue(detail, pointer.change);
}

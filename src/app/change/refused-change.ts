// What the engine does not do of a change set, and which change it is about.
import type { Problem } from '../../contract/problem.ts';
import type { Refused } from '../../dialects/writer.ts';
import { refusedValue } from './plan.ts';
import type { PlannedChange } from './planned.ts';

/** A refusal of the engine, and the change that it is about. */
export class RefusedChange extends Error {
  readonly refused: Refused;
  readonly change: PlannedChange;

  constructor(refused: Refused, change: PlannedChange) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedChange';
    this.refused = refused;
    this.change = change;
  }
}

/** A trigger has done something else, or a rule of the database. */
export function notTaken({ entity, pointer }: PlannedChange): Problem {
  const detail = `The database has not made this change of ${entity.name}: a rule of its own is in the way.`;
  return refusedValue(detail, pointer.change);
}

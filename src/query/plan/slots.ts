// The places in a plan where values of a request are bound.
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import type { ClockValue } from '../clock.ts';
import type { ResultType } from '../computing/kinds.ts';
import type { Use } from '../dialect/sql.ts';

/** A value of the request: its number, and its place in the body as sent. */
export interface GivenAt {
  readonly place: number;
  readonly pointer: string;
}

/** A value taken from the clock when the request arrives. */
export interface FromClock {
  readonly clock: ClockValue;
  readonly pointer: string;
}

/** A parameter with one or more values, which must have its type. */
export interface PlanParameter extends GivenAt {
  readonly name: string;
  readonly type: ModeType;
}

interface SlotAt {
  /** The index among the plan's slots. */
  readonly index: number;
}

/** One value of the request, compared with values of a column. */
export interface LiteralSlot extends SlotAt {
  readonly kind: 'literal';
  readonly origin: GivenAt | FromClock;
  readonly column: Column;
  readonly use: Use;
}

/** The values of an IN; each may itself be a list. */
export interface ListSlot extends SlotAt {
  readonly kind: 'list';
  readonly column: Column;
  readonly given: readonly GivenAt[];
}

/** One value of the request, used in a computation. */
export interface ValueSlot extends SlotAt {
  readonly kind: 'value';
  readonly origin: GivenAt | FromClock;
  readonly resultType: ResultType;
}

/** A text, case-folded if `folded`. */
export interface TextSlot extends SlotAt, GivenAt {
  readonly kind: 'text';
  readonly folded: boolean;
}

/** How a text is matched: as a pattern, or literally at some place. */
export type Matching = 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end';

/** Only a plain pattern is case-sensitive. */
export interface PatternSlot extends SlotAt, GivenAt {
  readonly kind: 'pattern';
  readonly how: Matching;
}

/** The text that an address has for a key column. */
export interface KeySlot extends SlotAt {
  readonly kind: 'key';
  readonly place: number;
  readonly column: Column;
  /** Whether all columns together are the key, so that merely equal values do not identify a row. */
  readonly isWhole: boolean;
}

/** A place where a statement made of the plan binds values. */
export type Slot = LiteralSlot | ListSlot | ValueSlot | TextSlot | PatternSlot | KeySlot;

/** The slots of a plan under construction. */
export class Slots {
  readonly all: Slot[] = [];

  add<Kind extends Slot>(make: (index: number) => Kind): Kind {
    const slot = make(this.all.length);
    this.all.push(slot);
    return slot;
  }
}

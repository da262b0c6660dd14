// The places of a plan at which a value of the request is bound when a statement is made of it.
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import type { ClockValue } from '../clock.ts';
import type { Yield } from '../computing/kinds.ts';
import type { Use } from '../dialect/sql.ts';

/** Where a value of the request goes: which one it is, and where it stands in the body as sent. */
export interface GivenAt {
  readonly place: number;
  readonly pointer: string;
}

/** A value that the clock has when the request comes. */
export interface FromClock {
  readonly clock: ClockValue;
  readonly pointer: string;
}

/** A parameter with a value, or values, which must be of its type. */
export interface PlanParameter extends GivenAt {
  readonly name: string;
  readonly type: ModeType;
}

interface SlotAt {
  /** Among the slots of the plan. */
  readonly index: number;
}

/** One value of the request, to compare those of a column with. */
export interface LiteralSlot extends SlotAt {
  readonly kind: 'literal';
  readonly origin: GivenAt | FromClock;
  readonly column: Column;
  readonly use: Use;
}

/** The values of an IN; each that is given may be a list. */
export interface ListSlot extends SlotAt {
  readonly kind: 'list';
  readonly column: Column;
  readonly given: readonly GivenAt[];
}

/** One value of the request to compute with. */
export interface ValueSlot extends SlotAt {
  readonly kind: 'value';
  readonly origin: GivenAt | FromClock;
  readonly yielded: Yield;
}

/** A text, without its case where it is folded. */
export interface TextSlot extends SlotAt, GivenAt {
  readonly kind: 'text';
  readonly folded: boolean;
}

/** How a text is matched: by wildcards, or as it is in some place of another. */
export type Matching = 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end';

/** Only a plain pattern heeds case. */
export interface PatternSlot extends SlotAt, GivenAt {
  readonly kind: 'pattern';
  readonly how: Matching;
}

/** What an address has for a column of a key. */
export interface KeySlot extends SlotAt {
  readonly kind: 'key';
  readonly place: number;
  readonly column: Column;
  /** Nothing but all values of a row tells it from others, so that values which only equal each other are not enough. */
  readonly isWhole: boolean;
}

/** Where something is bound when a statement is made of the plan. */
export type Slot = LiteralSlot | ListSlot | ValueSlot | TextSlot | PatternSlot | KeySlot;

/** Those of a plan while it is being made. */
export class Slots {
  readonly all: Slot[] = [];

  add<Kind extends Slot>(make: (index: number) => Kind): Kind {
    const slot = make(this.all.length);
    this.all.push(slot);
    return slot;
  }
}

// The slots of a plan while it is being made.
import type { Slot } from './plan.ts';

export class Slots {
  readonly all: Slot[] = [];

  add<Kind extends Slot>(make: (index: number) => Kind): Kind {
    const slot = make(this.all.length);
    this.all.push(slot);
    return slot;
  }
}

// How many values the conditions of a query come to, and how long they are, before any of them is bound.
import { type Given, mostCharacters, mostValues, tooLongValues, tooManyValues } from '../contract/shape.ts';
import type { GivenAt, Slot } from './plan/slots.ts';

/**
 * What the values of a request come to, each wherever it goes. A document has few enough of them; but one list, or one long
 * text, may be the value of a parameter that stands in hundreds of conditions, and each of these takes all of it.
 */
export class Spent {
  readonly #given: readonly Given[];
  #values = 0;
  #characters = 0;

  constructor(given: readonly Given[]) {
    this.#given = given;
  }

  on(slot: Slot): void {
    switch (slot.kind) {
      case 'literal':
      case 'value':
        if (!('clock' in slot.origin)) this.#add(slot.origin);
        break;
      case 'list':
        for (const at of slot.given) this.#add(at);
        break;
      case 'text':
      case 'pattern':
        this.#add(slot);
        break;
      case 'key':
        break;
    }
  }

  #add({ place, pointer }: GivenAt): void {
    const value = this.#given[place];
    const list = Array.isArray(value) ? value : null;
    this.#values += list?.length ?? 1;
    if (this.#values > mostValues) throw tooManyValues(pointer);
    for (const item of list ?? [value]) if (typeof item === 'string') this.#characters += item.length;
    if (this.#characters > mostCharacters) throw tooLongValues(pointer);
  }
}

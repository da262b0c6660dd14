// How many values the conditions of a query bind, and how long they are, counted before any is bound.
import { type Given, maxCharacters, maxValues, tooLongValues, tooManyValues } from '../contract/shape.ts';
import type { GivenAt, Slot } from './plan/slots.ts';

/**
 * The total size of a request's values, counted once per use. The document's size bounds the values themselves, but a
 * parameter with a long list or text may be used in hundreds of conditions, and each binds all of it.
 */
export class ValueBudget {
  readonly #given: readonly Given[];
  #values = 0;
  #characters = 0;

  constructor(given: readonly Given[]) {
    this.#given = given;
  }

  count(slot: Slot): void {
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
    if (this.#values > maxValues) throw tooManyValues(pointer);
    for (const item of list ?? [value]) if (typeof item === 'string') this.#characters += item.length;
    if (this.#characters > maxCharacters) throw tooLongValues(pointer);
  }
}

// Names within one scope: those that a document gives, and those that things have by default.

interface Meaning<Named> {
  given: Named | null;
  readonly defaults: Named[];
}

/** A name that was given means one thing. A default may be shared by several, and then means none of them. */
export class Names<Named> {
  readonly #meanings = new Map<string, Meaning<Named>>();

  isGiven(name: string): boolean {
    return (this.#meanings.get(name)?.given ?? null) !== null;
  }

  give(name: string, thing: Named): void {
    this.#meaning(name).given = thing;
  }

  addDefault(name: string, thing: Named): void {
    this.#meaning(name).defaults.push(thing);
  }

  /** None, one, or all that share it. */
  find(name: string): readonly Named[] {
    const meaning = this.#meanings.get(name);
    if (meaning === undefined) return [];
    return meaning.given === null ? meaning.defaults : [meaning.given];
  }

  /** The names that mean one thing, in the order in which they came. */
  usable(): string[] {
    return [...this.#meanings.keys()].filter((name) => this.find(name).length === 1);
  }

  #meaning(name: string): Meaning<Named> {
    const known = this.#meanings.get(name) ?? { given: null, defaults: [] };
    this.#meanings.set(name, known);
    return known;
  }
}

// Names within one scope: explicit aliases and default names.

interface Meaning<Named> {
  given: Named | null;
  readonly defaults: Named[];
}

/** An alias means exactly one thing. A default name may be shared, and is then ambiguous. */
export class Names<Named> {
  readonly #meanings = new Map<string, Meaning<Named>>();

  isGiven(name: string): boolean {
    return (this.#meanings.get(name)?.given ?? null) !== null;
  }

  assign(name: string, thing: Named): void {
    this.#meaning(name).given = thing;
  }

  addDefault(name: string, thing: Named): void {
    this.#meaning(name).defaults.push(thing);
  }

  /** Nothing, one thing, or all things that share the name. */
  find(name: string): readonly Named[] {
    const meaning = this.#meanings.get(name);
    if (meaning === undefined) return [];
    return meaning.given === null ? meaning.defaults : [meaning.given];
  }

  /** The names that mean exactly one thing, in order of definition. */
  usable(): string[] {
    return [...this.#meanings.keys()].filter((name) => this.find(name).length === 1);
  }

  #meaning(name: string): Meaning<Named> {
    const known = this.#meanings.get(name) ?? { given: null, defaults: [] };
    this.#meanings.set(name, known);
    return known;
  }
}

// The names of attributes without an alias.
import type { AttributeItem, EntityNode, EntityWrapper } from '../../contract/grid.ts';

export class FreeNames {
  /** Aliases that the document gives to attributes; numbered names avoid them. */
  readonly #given: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  /** The last number used for each id. */
  readonly #numbers = new Map<string, number>();

  /** `roots`: the entities whose attributes are named. */
  constructor(roots: readonly EntityNode[]) {
    this.#given = new Set(roots.flatMap(givenAliases));
  }

  /** Default names never clash: the first gets the plain name, later ones a number. */
  of(id: string): string {
    let number = this.#numbers.get(id) ?? 1;
    let name = id;
    while (this.#given.has(name) || this.#taken.has(name)) name = `${id} (${++number})`;
    this.#numbers.set(id, number);
    this.#taken.add(name);
    return name;
  }
}

function givenAliases(node: EntityNode): string[] {
  return (node.attributes ?? []).flatMap((item) =>
    isWrapper(item) ? givenAliases(item.entity) : (item.alias ?? []),
  );
}

export function isWrapper(item: AttributeItem): item is EntityWrapper {
  return 'entity' in item;
}

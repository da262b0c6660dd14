// The paths between two entities along relations, in a query document's form.
import type { Database, Entity, Relation } from '../model/database.ts';
import { bytesOf, maxBytes, takeFitting } from './budget.ts';
import { relationCard } from './overview.ts';

const maxLength = 5;
const maxPaths = 3;

interface Path {
  readonly end: Entity;
  readonly steps: readonly { readonly from: Entity; readonly relation: Relation }[];
}

/** The shortest paths. */
export function pathsBetween({ entities }: Database, from: Entity, to: Entity, bytes = maxBytes): object {
  const found: Path[] = [];
  const reached = new Map([[from.name, 0]]);
  let ways: Path[] = [{ end: from, steps: [] }];
  for (let length = 1; length <= maxLength && found.length === 0 && ways.length > 0; length++) {
    const next: Path[] = [];
    for (const { end, steps } of ways) {
      for (const relation of end.relations) {
        const target = entities.get(relation.entity);
        if (target === undefined) continue;
        const way = { end: target, steps: [...steps, { from: end, relation }] };
        if (target.name === to.name) found.push(way);
        // A path of equal length is an alternative; a longer one is a detour.
        else if ((reached.get(target.name) ?? length) >= length) {
          reached.set(target.name, length);
          if (next.length < 10_000) next.push(way);
        }
      }
    }
    ways = next;
  }
  const head = { from: from.name, to: to.name };
  const [first] = found;
  if (first === undefined) {
    // Unfinished paths are left, so longer ones may exist.
    const within = ways.length > 0 ? ` within ${maxLength} steps` : '';
    return { ...head, paths: [], hint: `No relations lead there${within}.` };
  }
  const room = bytes - 300 - bytesOf(head);
  const way = nested(first);
  const isShown = bytesOf(way) <= room;
  const paths = found.slice(0, maxPaths).map(({ steps }) =>
    steps.map(({ from: at, relation }) => ({
      from: at.name,
      ...relationCard(at, relation),
    })),
  );
  const { shown } = takeFitting(paths, isShown ? room - bytesOf(way) : room);
  const more = found.length - shown.length;
  return {
    ...head,
    paths: shown,
    ...(more > 0 ? { more } : {}),
    ...(isShown
      ? { nested: way }
      : { hint: 'The names on the way are too long: ask for one entity after the other.' }),
  };
}

/** What to put into the first entity's attributes. */
function nested({ steps }: Path): object {
  const [first, ...rest] = steps;
  if (first === undefined) return {};
  const {
    to: _,
    many: _many,
    ...relation
  } = relationCard(first.from, first.relation) as Record<string, unknown>;
  const inner = rest.length === 0 ? [] : [nested({ end: first.from, steps: rest })];
  return { entity: { id: first.relation.entity, relation, attributes: inner } };
}

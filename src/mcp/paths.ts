// The paths between two entities along relations, in a query document's form.
import type { Database, Entity, Relation } from '../model/database.ts';
import { bytesOf, fitting, mostBytes } from './budget.ts';
import { relationCard } from './overview.ts';

const longest = 5;
const most = 3;

interface Way {
  readonly end: Entity;
  readonly steps: readonly { readonly from: Entity; readonly relation: Relation }[];
}

/** The shortest paths. */
export function pathsBetween({ entities }: Database, from: Entity, to: Entity, bytes = mostBytes): object {
  const found: Way[] = [];
  const reached = new Map([[from.name, 0]]);
  let ways: Way[] = [{ end: from, steps: [] }];
  for (let length = 1; length <= longest && found.length === 0 && ways.length > 0; length++) {
    const next: Way[] = [];
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
    const within = ways.length > 0 ? ` within ${longest} steps` : '';
    return { ...head, paths: [], hint: `No relations lead there${within}.` };
  }
  const room = bytes - 300 - bytesOf(head);
  const way = nested(first);
  const isTold = bytesOf(way) <= room;
  const paths = found.slice(0, most).map(({ steps }) =>
    steps.map(({ from: at, relation }) => ({
      from: at.name,
      ...relationCard(at, relation),
    })),
  );
  const { shown } = fitting(paths, isTold ? room - bytesOf(way) : room);
  const more = found.length - shown.length;
  return {
    ...head,
    paths: shown,
    ...(more > 0 ? { more } : {}),
    ...(isTold
      ? { nested: way }
      : { hint: 'The names on the way are too long: ask for one entity after the other.' }),
  };
}

/** What to put into the first entity's attributes. */
function nested({ steps }: Way): object {
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

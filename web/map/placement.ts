// The layout of the map: parents before their children, unrelated entities in rows below. Deterministic.
import dagre from '@dagrejs/dagre';
import type { Column, Entity } from '../model/model.ts';
import type { MapEdge, MapGraph } from './graph.ts';

export const NODE_WIDTH = 208;
const HEAD_HEIGHT = 42;
const LINE_HEIGHT = 22;
const FOOT_HEIGHT = 10;
const MAX_COLUMNS = 5;

/** The columns that matter for relations: key, name, foreign keys. */
export function mainColumns(entity: Entity): readonly Column[] {
  const rank = (column: Column): number => {
    if (column.inKey) return 0;
    if (entity.labelColumns.includes(column.name)) return 1;
    return column.pointsTo ? 2 : 3;
  };
  return entity.columns.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_COLUMNS);
}

/** `compact` shows names only. */
export function nodeHeight(entity: Entity, compact = false): number {
  if (compact) return HEAD_HEIGHT;
  const shown = mainColumns(entity).length;
  const more = entity.columns.length > shown ? 1 : 0;
  return HEAD_HEIGHT + (shown + more) * LINE_HEIGHT + FOOT_HEIGHT;
}

/** The height at which an edge leaves its column; the head's, if the column is not shown. */
export function columnTop(entity: Entity, column: string | undefined, compact: boolean): number {
  const place = compact ? -1 : mainColumns(entity).findIndex(({ name }) => name === column);
  return place < 0 ? HEAD_HEIGHT / 2 : HEAD_HEIGHT + FOOT_HEIGHT / 2 + (place + 0.5) * LINE_HEIGHT;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const GAP = 36;
const RANK_GAP = 110;

/** The number of ancestors along the longest chain. A cycle ends where it closes. */
function depths(graph: MapGraph): ReadonlyMap<string, number> {
  const parents = new Map<string, string[]>();
  for (const { owner, target } of graph.edges) {
    if (owner !== target) parents.set(owner, [...(parents.get(owner) ?? []), target]);
  }
  const known = new Map<string, number>();
  const visiting = new Set<string>();
  const depth = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined || visiting.has(name)) return found ?? 0;
    visiting.add(name);
    const above = (parents.get(name) ?? []).map((parent) => depth(parent) + 1);
    visiting.delete(name);
    const result = Math.max(0, ...above);
    known.set(name, result);
    return result;
  };
  for (const { name } of graph.entities) depth(name);
  return known;
}

/** An edge across many ranks hardly helps the layout, and costs it a node in each of them. */
const MAX_EDGE_SPAN = 3;

/** The edges that the layout uses: all but the very long ones; each entity keeps at least its shortest. */
function informativeEdges(graph: MapGraph): readonly MapEdge[] {
  const depth = depths(graph);
  const span = ({ owner, target }: MapEdge) => Math.abs((depth.get(owner) ?? 0) - (depth.get(target) ?? 0));
  const shortest = new Map<string, MapEdge>();
  const real = graph.edges.filter(({ owner, target }) => owner !== target);
  for (const edge of real) {
    for (const end of [edge.owner, edge.target]) {
      const best = shortest.get(end);
      if (!best || span(edge) < span(best)) shortest.set(end, edge);
    }
  }
  return real.filter(
    (edge) =>
      span(edge) <= MAX_EDGE_SPAN || shortest.get(edge.owner) === edge || shortest.get(edge.target) === edge,
  );
}

/** The layout library stores nodes in plain objects, where a name like `__proto__` would do harm. */
const idIn = (name: string) => `#${name}`;

/** `down` puts parents above their children instead of to their left, for screens that are taller than wide. */
export function placeEntities(graph: MapGraph, compact = false, down = false): ReadonlyMap<string, Spot> {
  const linked = new Set(
    graph.edges.flatMap(({ owner, target }) => (owner === target ? [] : [owner, target])),
  );
  const plan = new dagre.graphlib.Graph({ multigraph: true });
  const ranks = down ? { rankdir: 'TB', ranksep: RANK_GAP / 2 } : { rankdir: 'LR', ranksep: RANK_GAP };
  plan.setGraph({ ...ranks, nodesep: GAP, marginx: 0, marginy: 0 });
  plan.setDefaultEdgeLabel(() => ({}));
  for (const entity of graph.entities) {
    if (linked.has(entity.name)) {
      plan.setNode(idIn(entity.name), { width: NODE_WIDTH, height: nodeHeight(entity, compact) });
    }
  }
  for (const { id, owner, target } of informativeEdges(graph))
    plan.setEdge(idIn(target), idIn(owner), {}, id);
  if (linked.size > 0) dagre.layout(plan);

  const planned = graph.entities
    .filter(({ name }) => linked.has(name))
    .map((entity): Centre => ({ entity, ...plan.node(idIn(entity.name)) }));
  const spots = new Map<string, Spot>();
  let width = 0;
  let bottom = 0;
  for (const { entity, x, y } of compact ? foldRanks(planned, down) : planned) {
    const height = nodeHeight(entity, compact);
    spots.set(entity.name, { x: x - NODE_WIDTH / 2, y: y - height / 2 });
    width = Math.max(width, x + NODE_WIDTH / 2);
    bottom = Math.max(bottom, y + height / 2);
  }
  placeUnconnected(graph, linked, spots, Math.max(width, (down ? 2 : 4) * NODE_WIDTH), bottom, compact);
  return spots;
}

interface Centre extends Spot {
  readonly entity: Entity;
}

/** A longer rank would not fit on any screen. */
const MAX_RANK_LENGTH = 12;
/** Screens are wider than tall, phones are not. */
const ASPECT = 1.8;

/**
 * In a star schema, a hundred tables around one are all in one rank. Long ranks are folded into blocks, and the others
 * move closer around the same middle. Compact nodes all have the same size.
 */
function foldRanks(planned: readonly Centre[], down: boolean): readonly Centre[] {
  const [along, across] = down ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const size = { x: NODE_WIDTH + GAP, y: HEAD_HEIGHT + GAP };
  const ranks = [...Map.groupBy(planned, (centre) => Math.round(centre[along]))];
  if (ranks.every(([, rank]) => rank.length <= MAX_RANK_LENGTH)) return planned;
  let shift = 0;
  const folded = ranks
    .sort(([a], [b]) => a - b)
    .flatMap(([start, rank]) => {
      const area = rank.length * size[across] * (down ? 1 / ASPECT : ASPECT);
      const lines =
        rank.length > MAX_RANK_LENGTH ? Math.max(2, Math.round(Math.sqrt(area / size[along]))) : 1;
      const rows = Math.ceil(rank.length / lines);
      const placed = rank
        .toSorted((a, b) => a[across] - b[across])
        .map(({ entity }, i) => ({
          entity,
          along: start + shift + (i % lines) * size[along],
          across: (Math.floor(i / lines) - (rows - 1) / 2) * size[across],
        }));
      shift += (lines - 1) * size[along];
      return placed;
    });
  const first = Math.min(...folded.map((one) => one.across)) - (down ? NODE_WIDTH : HEAD_HEIGHT) / 2;
  return folded.map(({ entity, along: far, across: beside }) =>
    down ? { entity, x: beside - first, y: far } : { entity, x: far, y: beside - first },
  );
}

/** Puts entities without relations in rows below the rest. */
function placeUnconnected(
  graph: MapGraph,
  linked: ReadonlySet<string>,
  spots: Map<string, Spot>,
  width: number,
  bottom: number,
  compact: boolean,
): void {
  const perRow = Math.max(1, Math.floor((width + GAP) / (NODE_WIDTH + GAP)));
  let y = bottom > 0 ? bottom + RANK_GAP / 2 : 0;
  let tallest = 0;
  const loners = graph.entities.filter(({ name }) => !linked.has(name));
  for (const [i, entity] of loners.entries()) {
    const column = i % perRow;
    if (column === 0 && i > 0) {
      y += tallest + GAP;
      tallest = 0;
    }
    spots.set(entity.name, { x: column * (NODE_WIDTH + GAP), y });
    tallest = Math.max(tallest, nodeHeight(entity, compact));
  }
}

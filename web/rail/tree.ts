// The tree of fields, flattened to its visible rows. Pure: what to draw, and what a click means.
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import { partNames } from '../model/parts.ts';
import { rootLabel } from '../query/columns.ts';
import type { QueryDocument, Step } from '../query/document.ts';
import {
  attributesOf,
  derivedColumns,
  type FieldPath,
  type NodePath,
  pathKey,
  stepOf,
} from '../query/paths.ts';

export interface RootRow {
  readonly kind: 'root';
  readonly key: string;
  readonly depth: 0;
  readonly label: string;
  readonly open: boolean;
}

export interface FieldRow {
  readonly kind: 'field';
  readonly key: string;
  readonly depth: number;
  readonly path: FieldPath;
  readonly column: Column;
  readonly chosen: boolean;
}

export interface RelationRow {
  readonly kind: 'relation';
  readonly key: string;
  readonly depth: number;
  readonly path: NodePath;
  readonly relation: Relation;
  readonly open: boolean;
  /** The number of chosen fields below this row. */
  readonly chosen: number;
}

export type TreeRow = RootRow | FieldRow | RelationRow;

/** A limit that nobody reaches by hand; without it, cycles would never end. */
const MAX_DEPTH = 8;

/** The keys of all fields that the result shows, as column, measure or list. */
export function chosenKeys(doc: QueryDocument, model: Model): ReadonlySet<string> {
  const attributes = attributesOf(doc, model).filter(
    ({ attribute }) => attribute.selected || (doc.grouped && attribute.summaries?.length),
  );
  return new Set([
    ...attributes.flatMap(({ path, measured }) => [path, ...(measured ? [measured.path] : [])].map(pathKey)),
    ...doc.view.lists.map(({ root, steps, attribute }) => pathKey({ root, steps, attribute })),
  ]);
}

/**
 * `opened` holds the relations that a person expanded or collapsed. All others are expanded if they contain chosen
 * fields.
 */
export function treeRows(
  doc: QueryDocument,
  model: Model,
  opened: ReadonlyMap<string, boolean>,
): readonly TreeRow[] {
  const chosen = chosenKeys(doc, model);
  const below = new Map<string, number>();
  for (const key of chosen) {
    const [root, steps]: [string, [string, string, string][]] = JSON.parse(key);
    for (let length = 1; length <= steps.length; length++) {
      const prefix = JSON.stringify([root, steps.slice(0, length), null]);
      below.set(prefix, (below.get(prefix) ?? 0) + 1);
    }
  }
  const rows: TreeRow[] = [];
  const folded = partNames(model);
  const several = doc.entities.length > 1;

  function walk(entity: Entity, root: string, steps: readonly Step[], depth: number): void {
    // Relations come first: nobody would find them below the fields of a wide table.
    for (const relation of steps.length < MAX_DEPTH ? entity.relations : []) {
      const path = { root, steps: [...steps, stepOf(relation)] };
      const key = pathKey(path);
      const count = below.get(key) ?? 0;
      if (folded.has(relation.entity) && count === 0) continue;
      const open = opened.get(key) ?? count > 0;
      rows.push({ kind: 'relation', key, depth, path, relation, open, chosen: count });
      const target = model.entities.get(relation.entity);
      if (open && target) walk(target, root, path.steps, depth + 1);
    }
    const derived = steps.length === 0 ? derivedColumns(doc, model, root) : [];
    for (const column of [...derived, ...entity.columns]) {
      const path = { root, steps, attribute: column.name };
      const key = pathKey(path);
      rows.push({ kind: 'field', key, depth, path, column, chosen: chosen.has(key) });
    }
  }

  for (const { id, alias } of doc.entities) {
    const entity = model.entities.get(id);
    if (!entity) continue;
    const key = `root ${alias}`;
    const open = opened.get(key) ?? true;
    if (several) rows.push({ kind: 'root', key, depth: 0, label: rootLabel(doc, model, alias), open });
    if (open) walk(entity, alias, [], several ? 1 : 0);
  }
  return rows;
}

/** The index of the parent row. */
export function parentIndex(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let i = index - 1; i >= 0; i--) if ((rows[i]?.depth ?? 0) < depth) return i;
  return index;
}

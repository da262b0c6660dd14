// Groups by name: different records with the same name form one group.
import type { Entity, Model } from '../../model/model.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument, rootOf } from '../document.ts';
import { addRoot } from '../edits.ts';
import { type NodePath, pathKey } from '../paths.ts';
import { measureId } from '../references.ts';
import { groupBy } from './grouping.ts';
import { narrow } from './narrowing.ts';
import { setHaving } from './shownGroups.ts';

/** The group fields that name records, without their key. */
export interface Names {
  readonly entity: Entity;
  readonly columns: readonly string[];
}

const nodeKey = ({ root, steps }: NodePath): string => pathKey({ root, steps, attribute: '' });

/** The records that are grouped by name, without anything that distinguishes those of the same name. */
export function namesInGroups(doc: QueryDocument, model: Model): readonly Names[] {
  if (!doc.grouped) return [];
  const fields = resultColumns(doc, model).flatMap((column) => (column.kind === 'field' ? [column] : []));
  const has = (node: NodePath, attribute: string) =>
    fields.some(({ path, bucket }) => !bucket && pathKey(path) === pathKey({ ...node, attribute }));
  const nodes = new Map(fields.map(({ path }) => [nodeKey(path), path]));
  return [...nodes.values()].flatMap(({ root, steps }): readonly Names[] => {
    const id = steps.at(-1)?.entity ?? rootOf(doc, root)?.id ?? '';
    const entity = model.entities.get(id);
    const columns = entity?.labelColumns.filter((name) => has({ root, steps }, name)) ?? [];
    const last = steps.at(-1);
    const isKeyed = entity?.key.every((name) => has({ root, steps }, name)) ?? true;
    // The reference itself is the key.
    const isReferred = last !== undefined && has({ root, steps: steps.slice(0, -1) }, last.own);
    return entity && entity.key.length > 0 && columns.length > 0 && !isKeyed && !isReferred
      ? [{ entity, columns }]
      : [];
  });
}

/** A query for names that several records share. */
export function sharedBy(model: Model, { entity, columns }: Names): QueryDocument {
  const at = (attribute: string) => ({ root: entity.name, steps: [], attribute });
  const named = columns.reduce(
    (doc, name) => narrow(doc, model, { path: at(name), name: 'NOT_IS_NULL' }),
    addRoot(emptyDocument, model, entity.name),
  );
  const grouped = columns.reduce((doc, name) => groupBy(doc, model, at(name)), named);
  const count = resultColumns(grouped, model).find(({ kind }) => kind === 'measure')?.id;
  const several = {
    name: 'GT',
    args: [{ alias: count ?? measureId('count', entity.key[0] ?? '') }, { value: 1 }],
  };
  return setHaving(grouped, { func: several });
}

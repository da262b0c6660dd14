// Keys and relations that nobody declared: what the values say about them, and what people have decided.
import type { RawCatalog, RawForeignKey, RawTable } from '../catalog.ts';
import type { ColumnsOf, Inference, MeasuredRelation, Strength } from './measured.ts';

export type RelationState = 'inferred' | 'proposed' | 'confirmed' | 'rejected';

export interface InferredRelation extends Omit<MeasuredRelation, 'strength'> {
  readonly state: RelationState;
}

export interface Inferred {
  readonly keys: readonly ColumnsOf[];
  readonly relations: readonly InferredRelation[];
}

/** What a person said of a relation, with the evidence of that time. */
export interface Decision extends Omit<MeasuredRelation, 'strength'> {
  readonly state: 'confirmed' | 'rejected';
}

/** By the id of the relation. */
export type Decisions = ReadonlyMap<string, Decision>;

const stateOf: Record<Strength, RelationState | null> = {
  certain: 'inferred',
  weak: 'proposed',
  none: null,
};

/** What holds and what is offered, by what the values say and what people have decided. */
export function decided(catalog: RawCatalog, inference: Inference, decisions: Decisions): Inferred {
  const found = new Map<string, InferredRelation>();
  for (const { strength, ...relation } of inference.relations) {
    const state = decisions.get(relation.id)?.state ?? stateOf[strength];
    if (state !== null) found.set(relation.id, { ...relation, state });
  }
  // Of what nobody looks for any more, the columns may still be there.
  const tables = new Map(catalog.tables.map((table) => [table.table, table]));
  for (const [id, decision] of decisions) {
    if (!found.has(id) && canHold(tables, decision)) found.set(id, decision);
  }
  return { keys: inference.keys, relations: [...found.values()] };
}

/** The catalog as if the relations that hold had been declared. */
export function withRelations(catalog: RawCatalog, { relations }: Inferred): RawCatalog {
  const holding = relations.filter(({ state }) => state === 'inferred' || state === 'confirmed');
  if (holding.length === 0) return catalog;
  const byOwner = Map.groupBy(holding, ({ entity }) => entity);
  const schemaOf = new Map(catalog.tables.map(({ table, schema }) => [table, schema]));
  return {
    ...catalog,
    tables: catalog.tables.map((table) => {
      const added = (byOwner.get(table.table) ?? []).map(
        ({ columns, references }): RawForeignKey => ({
          name: null,
          columns,
          target: { schema: schemaOf.get(references.entity) ?? null, table: references.entity },
          targetColumns: references.columns,
          onDelete: 'refuse',
        }),
      );
      return added.length === 0 ? table : { ...table, foreignKeys: [...table.foreignKeys, ...added] };
    }),
  };
}

/** Values of other types cannot be compared, so that no query could follow it. */
function canHold(tables: ReadonlyMap<string, RawTable>, { entity, columns, references }: Decision): boolean {
  const typesOf = (at: ColumnsOf) =>
    at.columns.map((name) => tables.get(at.entity)?.columns.find((column) => column.name === name)?.mode);
  const [own, other] = [typesOf({ entity, columns }), typesOf(references)];
  return own.every((type, i) => type !== undefined && type === other[i]);
}

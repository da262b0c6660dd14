// Undeclared keys and relations: inferred from values, and decided by people.
import type { RawCatalog, RawForeignKey, RawTable } from '../catalog.ts';
import type { ColumnsOf, Inference, MeasuredRelation, Strength } from './measured.ts';

export type RelationState = 'inferred' | 'proposed' | 'confirmed' | 'rejected';

/** Why a confirmed relation does not hold at the moment: its target is not a key, or is not comparable. */
export type Suspension = 'no-key' | 'no-match';

export interface InferredRelation extends Omit<MeasuredRelation, 'strength'> {
  readonly state: RelationState;
  readonly suspended?: Suspension;
}

export interface Inferred {
  readonly keys: readonly ColumnsOf[];
  readonly relations: readonly InferredRelation[];
}

/** A person's decision about a relation, with the evidence at that time. */
export interface Decision extends Omit<MeasuredRelation, 'strength'> {
  readonly state: 'confirmed' | 'rejected';
}

/** By relation id. */
export type Decisions = ReadonlyMap<string, Decision>;

const stateOf: Record<Strength, RelationState | null> = {
  certain: 'inferred',
  weak: 'proposed',
  none: null,
};

/** The relations that hold or are proposed, based on the values and on decisions. */
export function applyDecisions(catalog: RawCatalog, inference: Inference, decisions: Decisions): Inferred {
  const found = new Map<string, InferredRelation>();
  for (const { strength, ...relation } of inference.relations) {
    const state = decisions.get(relation.id)?.state ?? stateOf[strength];
    if (state !== null) found.set(relation.id, { ...relation, state });
  }
  // Decisions about relations that are no longer found still apply while their entities exist.
  const tables = new Map(catalog.tables.map((table) => [table.table, table]));
  for (const [id, decision] of decisions) {
    const { entity, references, state } = decision;
    if (found.has(id) || !tables.has(entity) || !tables.has(references.entity)) continue;
    const suspended = state === 'confirmed' ? suspensionOf(tables, inference, decision) : null;
    found.set(id, suspended === null ? decision : { ...decision, suspended });
  }
  return { keys: inference.keys, relations: [...found.values()] };
}

/** The catalog with the valid relations added as if they were declared. */
export function withRelations(catalog: RawCatalog, { relations }: Inferred): RawCatalog {
  const holding = relations.filter(
    ({ state, suspended }) => (state === 'inferred' || state === 'confirmed') && suspended === undefined,
  );
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
          onUpdate: 'refuse',
        }),
      );
      return added.length === 0 ? table : { ...table, foreignKeys: [...table.foreignKeys, ...added] };
    }),
  };
}

/** A link must lead to a single record, and queries must be able to compare the values. */
function suspensionOf(
  tables: ReadonlyMap<string, RawTable>,
  { keys }: Inference,
  { entity, columns, references }: Decision,
): Suspension | null {
  const typesOf = (at: ColumnsOf) =>
    at.columns.map((name) => tables.get(at.entity)?.columns.find((column) => column.name === name)?.mode);
  const [own, other] = [typesOf({ entity, columns }), typesOf(references)];
  if (!own.every((type, i) => type !== undefined && type === other[i])) return 'no-match';
  const isKey = keys.some(
    (key) =>
      key.entity === references.entity && key.columns.every((name, i) => name === references.columns[i]),
  );
  return isKey ? null : 'no-key';
}

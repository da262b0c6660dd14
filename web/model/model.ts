// The database as the page sees it: entities with human names, fields, and the relations between them.
import type * as wire from '../../src/contract/catalog.ts';
import type { ModeType } from '../../src/contract/mode.ts';
import { labelColumns } from './labels.ts';
import { distinctLabels, humanize, withoutKeySuffix } from './names.ts';

/** The parts of the catalog that the page reads. */
type WireColumn = wire.CatalogColumn;
type WireKey = Pick<wire.CatalogEntity['foreignKeys'][number], 'columns' | 'entity' | 'entityColumns'>;
export interface CatalogEntity
  extends Pick<wire.CatalogEntity, 'kind' | 'key' | 'rowEstimate' | 'comment'>,
    Partial<Pick<wire.CatalogEntity, 'keyKind' | 'indexes'>> {
  readonly columns: readonly WireColumn[];
  readonly foreignKeys: readonly WireKey[];
}
export interface Catalog {
  readonly engine: wire.Catalog['engine'];
  readonly warnings?: readonly string[];
  readonly entities: Readonly<Record<string, CatalogEntity>>;
}

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly type: ModeType;
  readonly nativeType: string;
  /** The values of an enumeration, in its order. */
  readonly choices: readonly string[] | undefined;
  /** Its timestamps have an offset. */
  readonly isInstant: boolean;
  readonly nullable: boolean;
  /** The default of a new record, as an SQL expression. */
  readonly default: string | null;
  /** Computed by the database, so it cannot be written. */
  readonly generated: boolean;
  readonly comment: string | null;
  /** Part of the key that identifies a record; without one, the whole row stands for it. */
  readonly inKey: boolean;
  /** SQLite numbers the rows by this column. */
  readonly isRowId: boolean;
  /** The relation of this column, if it is a foreign key by itself. */
  readonly pointsTo: Relation | undefined;
  /** Part of a foreign key, alone or with other columns. */
  readonly inReference: boolean;
}

export interface Relation {
  readonly type: 'many2one' | 'one2many';
  readonly label: string;
  /** The columns of this entity and of the other one, pairwise. */
  readonly own: readonly string[];
  readonly entity: string;
  readonly other: readonly string[];
  /** Another relation has the same first column and target, so the request must name both ends. */
  readonly ambiguous: boolean;
}

export interface Entity {
  readonly name: string;
  readonly label: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly Column[];
  readonly column: ReadonlyMap<string, Column>;
  readonly key: readonly string[];
  /** Further columns of which each identifies a record by itself. */
  readonly unique: readonly string[];
  readonly relations: readonly Relation[];
  readonly rowEstimate: number | null;
  readonly comment: string | null;
  /** The columns that identify a record for people: Name, Title, First Name + Last Name. */
  readonly labelColumns: readonly string[];
}

export interface Model {
  readonly engine: wire.Catalog['engine'];
  /** What was left out of the catalog, and why. */
  readonly warnings: readonly string[];
  readonly entities: ReadonlyMap<string, Entity>;
}

interface Step {
  readonly type: Relation['type'];
  readonly own: readonly string[];
  readonly entity: string;
  readonly other: readonly string[];
}

/** Sorts foreign keys by the order of their columns; engines list them in various orders. */
function inColumnOrder({ columns, foreignKeys }: CatalogEntity): readonly WireKey[] {
  if (foreignKeys.length < 2) return foreignKeys;
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const place = (key: WireKey) => places.get(key.columns[0] ?? '') ?? columns.length;
  return foreignKeys.toSorted((a, b) => place(a) - place(b));
}

function stepsOf(catalog: Catalog): Map<string, Step[]> {
  const steps = new Map<string, Step[]>(Object.keys(catalog.entities).map((name) => [name, []]));
  for (const [name, entity] of Object.entries(catalog.entities)) {
    for (const key of inColumnOrder(entity)) {
      steps
        .get(name)
        ?.push({ type: 'many2one', own: key.columns, entity: key.entity, other: key.entityColumns });
    }
  }
  for (const [name, entity] of Object.entries(catalog.entities)) {
    for (const key of inColumnOrder(entity)) {
      steps
        .get(key.entity)
        ?.push({ type: 'one2many', own: key.entityColumns, entity: name, other: key.columns });
    }
  }
  return steps;
}

function relationLabel(
  of: string,
  step: Step,
  includesRole: boolean,
  entityLabel: (name: string) => string,
): string {
  const name = entityLabel(step.entity);
  if (step.type === 'many2one') return roleOf(step.own, step.other, name);
  return includesRole ? `${name} (${roleOf(step.other, step.own, entityLabel(of))})` : name;
}

/**
 * A relation's name, from the last column of its foreign key: *Support Rep*. If that column has the same name as the
 * referenced one and is only a part of the key, such as a section number, the relation is named after the target
 * entity.
 */
function roleOf(columns: readonly string[], referenced: readonly string[], target: string): string {
  const column = columns.at(-1) ?? '';
  const role = withoutKeySuffix(column);
  return column === referenced.at(-1) && role === humanize(column) ? target : role;
}

/** Tells whether several items share a key. The items are counted once, since a hub may have thousands of relations. */
function isShared<Item>(items: readonly Item[], keyOf: (item: Item) => string): (item: Item) => boolean {
  const groups = Map.groupBy(items, keyOf);
  return (item) => (groups.get(keyOf(item))?.length ?? 0) > 1;
}

const ZONED = /with time zone|^timestamptz/i;

function buildEntity(
  name: string,
  source: CatalogEntity,
  steps: readonly Step[],
  entityLabel: (name: string) => string,
  engine: wire.Catalog['engine']['name'],
): Entity {
  const hasTwin = isShared(steps, ({ type, entity }) => JSON.stringify([type, entity]));
  // A relation to the same entity must say its role: “Count of Employee” would be ambiguous.
  const includesRole = (step: Step) => hasTwin(step) || step.entity === name;
  const raw = steps.map((step) => relationLabel(name, step, includesRole(step), entityLabel));
  const isUnclear = isShared(raw, (label) => label);
  const isAmbiguous = isShared(steps, ({ entity, own }) => JSON.stringify([entity, own[0]]));
  const relations = steps.map((step, i): Relation => {
    const label = raw[i] ?? step.entity;
    return {
      ...step,
      label: isUnclear(label) ? `${label} (${step.own.join(', ')})` : label,
      ambiguous: isAmbiguous(step),
    };
  });
  const labels = distinctLabels(source.columns.map((column) => column.name));
  const hasRowId = engine === 'sqlite' && source.key.length === 1;
  const columns = source.columns.map(
    (column): Column => ({
      name: column.name,
      label: labels.get(column.name) ?? column.name,
      type: column.type,
      nativeType: column.nativeType,
      choices: column.choices,
      isInstant: column.type === 'datetime' && ZONED.test(column.nativeType),
      nullable: column.nullable,
      default: column.default,
      generated: column.generated,
      comment: column.comment,
      inKey: source.keyKind !== 'all' && source.key.includes(column.name),
      isRowId: hasRowId && column.name === source.key[0] && /^integer$/i.test(column.nativeType),
      pointsTo: relations.find(
        ({ type, own }) => type === 'many2one' && own.length === 1 && own[0] === column.name,
      ),
      inReference: relations.some(({ type, own }) => type === 'many2one' && own.includes(column.name)),
    }),
  );
  return {
    name,
    label: entityLabel(name),
    kind: source.kind,
    columns,
    column: new Map(columns.map((column) => [column.name, column])),
    key: source.key,
    unique: uniqueColumns(source),
    relations,
    rowEstimate: source.rowEstimate,
    comment: source.comment,
    labelColumns: labelColumns(columns),
  };
}

function uniqueColumns({ key, indexes = [] }: CatalogEntity): readonly string[] {
  const single = indexes.flatMap(({ columns: [name, more], unique }) =>
    unique && name !== undefined && more === undefined ? [name] : [],
  );
  return [...new Set(single)].filter((name) => key.length > 1 || key[0] !== name);
}

export function buildModel(catalog: Catalog): Model {
  const labels = distinctLabels(Object.keys(catalog.entities));
  const steps = stepsOf(catalog);
  const entityLabel = (name: string) => labels.get(name) ?? humanize(name);
  return {
    engine: catalog.engine,
    warnings: catalog.warnings ?? [],
    entities: new Map(
      Object.entries(catalog.entities).map(([name, source]) => [
        name,
        buildEntity(name, source, steps.get(name) ?? [], entityLabel, catalog.engine.name),
      ]),
    ),
  };
}

/** Tables first, then views, each in natural order. */
export function sortedEntities(model: Model): readonly Entity[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return [...model.entities.values()].sort(
    (a, b) => Number(a.kind === 'view') - Number(b.kind === 'view') || collator.compare(a.label, b.label),
  );
}

/** Turns a plan of numbers into a valid request over a data set, omitting what does not fit the data. */
import type { DataColumn, DataTable, EngineData, Kind } from './dataset.ts';
import { isNumeric } from './dataset.ts';
import { drawLiteral, drawPart, pick } from './draw.ts';
import type {
  AttributePlan,
  ChildPlan,
  ExistsPlan,
  FuncPlan,
  NodePlan,
  OrderPlan,
  RequestPlan,
  WherePlan,
} from './generate.ts';
import type {
  Argument,
  AttributeSelector,
  Bucket,
  EntityNode,
  GridRequest,
  OrderItem,
  Summary,
  Where,
} from './request.ts';
import { bucketNames, summaryNames } from './request.ts';
import { fittingSteps, stepsBetween } from './rows.ts';

interface Named {
  readonly alias: string;
  readonly table: DataTable;
  readonly column: DataColumn;
  readonly selector: AttributeSelector;
}

interface NamedEntity {
  readonly alias: string;
  readonly table: DataTable;
  /** The only root, whose columns need no prefix. */
  readonly isPlain: boolean;
}

/** Which columns may be used; the identity test excludes those that engines store differently. */
export type Usable = (column: DataColumn) => boolean;

export function buildRequest(data: EngineData, plan: RequestPlan, usable: Usable = () => true): GridRequest {
  return new Builder(data, plan.naming, usable).request(plan);
}

class Builder {
  readonly #tables: readonly DataTable[];
  readonly #naming: number;
  readonly #usable: Usable;
  #entities = 0;
  #plainRoot = false;
  readonly #taken = new Set<string>();

  constructor(data: EngineData, naming: number, usable: Usable) {
    this.#tables = [...data.tables.values()];
    this.#naming = naming;
    this.#usable = usable;
  }

  request(plan: RequestPlan): GridRequest {
    const names: Named[] = [];
    const entities: NamedEntity[] = [];
    this.#plainRoot = plan.roots.length === 1 && plan.naming % 3 === 1;
    const roots = plan.roots.map(({ table, node }) => {
      const root = this.#entity(pick(this.#tables, table), node, names, entities, true);
      return { ...root, relation: null };
    });
    const group =
      plan.group === null ? undefined : [...new Set(plan.group.map((choice) => pick(names, choice)))];
    this.#finish(names, group);
    const orderable = [
      ...(group ?? names).filter(({ column }) => column.kind !== 'binary').map(({ alias }) => alias),
      ...(group === undefined ? [] : names.flatMap(sortableSummaries)),
    ];
    const order = orderable.length === 0 ? [] : plan.order.map((item) => this.#order(item, orderable));
    const where = plan.where === null ? undefined : this.#where(plan.where, names, entities);
    const count = pick([undefined, undefined, undefined, 'exact', 'none', 'estimate'] as const, plan.count);
    return {
      entities: roots,
      ...(where === undefined ? {} : { where }),
      ...(order.length === 0 ? {} : { order: distinct(order) }),
      ...(plan.offset === 0 ? {} : { offset: plan.offset }),
      ...(plan.limit === null ? {} : { limit: plan.limit }),
      ...(count === undefined ? {} : { count }),
      ...(group === undefined ? {} : { group: group.map(({ alias }) => alias) }),
    };
  }

  #entity(
    table: DataTable,
    plan: NodePlan,
    names: Named[],
    entities: NamedEntity[],
    isRoot: boolean,
  ): EntityNode {
    const isPlain = isRoot && this.#plainRoot;
    const alias = isPlain ? table.name : `${isRoot ? 'root' : 'e'}${++this.#entities}`;
    entities.push({ alias, table, isPlain });
    const own = plan.attributes.flatMap((attribute) => {
      const columns = table.columns.filter(this.#usable);
      return columns.length === 0 ? [] : [this.#attribute(table, pick(columns, attribute.column), attribute)];
    });
    // Columns of related entities appear where the entity is listed, so names are in list order.
    const items: NonNullable<EntityNode['attributes']> = own.map(({ selector }) => selector);
    const places = new Map<object, readonly Named[]>(own.map((named) => [named.selector, [named]]));
    for (const child of plan.children) {
      const inner: Named[] = [];
      const node = this.#child(table, child, inner, entities);
      if (node === undefined) continue;
      const wrapper = { entity: node };
      places.set(wrapper, inner);
      items.splice(child.place % (items.length + 1), 0, wrapper);
    }
    names.push(...items.flatMap((item) => places.get(item) ?? []));
    return { id: table.name, ...(isPlain ? {} : { alias }), attributes: items };
  }

  #child(from: DataTable, plan: ChildPlan, names: Named[], entities: NamedEntity[]): EntityNode | undefined {
    const ways = this.#tables.flatMap((to) =>
      stepsBetween(from, to).flatMap((step) =>
        step.own.map((own, i) => ({ to, own, other: step.other[i] ?? '' })),
      ),
    );
    if (ways.length === 0) return undefined;
    const { to, own, other } = pick(ways, plan.relation);
    const plain = fittingSteps(from, to, own, undefined).length === 1;
    if (!plain && fittingSteps(from, to, own, other).length !== 1) return undefined;
    const relation = plain ? { attr_parent: own } : { attr_parent: own, attr_child: other };
    const node = this.#entity(to, plan.node, names, entities, false);
    return { ...node, relation };
  }

  #attribute(table: DataTable, column: DataColumn, plan: AttributePlan): Named {
    const number = this.#taken.size;
    const short = `a${number}`;
    const byDefault = this.#taken.has(column.name) ? short : column.name;
    const alias = pick([short, byDefault, `${column.name}_${number}`, `é "q" \\ ${number}`], this.#naming);
    this.#taken.add(alias);
    const summaries = summaryNames.filter(
      (name, i) => (plan.summaries >> i) & 1 && summaryFits(name, column),
    );
    const bucket = bucketFor(column.kind, plan.bucket);
    const selector: AttributeSelector = {
      id: column.name,
      ...(alias === column.name ? {} : { alias }),
      selected: plan.selected,
      ...(summaries.length === 0 ? {} : { summaries }),
      ...(bucket === undefined ? {} : { bucket }),
    };
    return { alias, table, column, selector };
  }

  /** Buckets require groups, and a request must select something. */
  #finish(names: readonly Named[], group: readonly Named[] | undefined): void {
    for (const name of names) {
      const { selector } = name;
      if (group?.includes(name)) selector.selected = true;
      else {
        delete selector.bucket;
        if (group) selector.selected = false;
      }
    }
    const [first] = names;
    if (first && !names.some(({ selector }) => selector.selected)) first.selector.selected = true;
  }

  #order(plan: OrderPlan, aliases: readonly string[]): OrderItem {
    const alias = pick(aliases, plan.attribute);
    const asc = pick([undefined, true, false, false], plan.direction);
    const nulls = pick([undefined, undefined, 'first', 'last'] as const, plan.nulls);
    return { alias, ...(asc === undefined ? {} : { asc }), ...(nulls === undefined ? {} : { nulls }) };
  }

  #where(plan: WherePlan, names: readonly Named[], entities: readonly NamedEntity[]): Where {
    switch (plan.kind) {
      case 'func':
        return this.#func(plan, names);
      case 'cond': {
        const entries = plan.entries.map((entry) => this.#where(entry, names, entities));
        const combinator = pick(['AND', 'OR', 'NOT', 'AND', 'OR', 'AND'], plan.combinator);
        return { cond: { with: combinator, entries } };
      }
      case 'exists':
        return this.#exists(plan, entities);
    }
  }

  #exists(plan: ExistsPlan, entities: readonly NamedEntity[]): Where {
    const of = pick(entities, plan.of);
    const names: Named[] = [];
    const inner: NamedEntity[] = [];
    const entity = this.#child(of.table, plan.child, names, inner);
    if (entity === undefined) return { cond: { with: 'AND', entries: [] } };
    for (const { selector } of names) {
      selector.selected = false;
      delete selector.summaries;
      delete selector.bucket;
    }
    const where = plan.where === null ? undefined : this.#where(plan.where, names, inner);
    const name = plan.negated ? 'NOT_EXISTS' : 'EXISTS';
    const hanging = of.isPlain ? { entity } : { entity, of: of.alias };
    return { func: { name, args: [{ ...hanging, ...(where === undefined ? {} : { where }) }] } };
  }

  #func(plan: FuncPlan, names: readonly Named[]): Where {
    const { alias, table, column, selector } = pick(names, plan.attribute);
    const name = selector.bucket === undefined ? pick(functionsFor(column), plan.name) : 'IS_NULL';
    const [first, second, ...more] = plan.draws;
    if (!first || !second) throw new Error('A function needs two draws.');
    const own: Argument = { alias };
    const plain = name.replace(/^NOT_/, '');
    const literal = { value: drawLiteral(table, column, first) };
    const peers = names.filter((other) => isPeer(column, other.column));
    const peer: Argument | undefined =
      plan.form % 5 === 4 && peers.length > 0 ? { alias: pick(peers, plan.form >> 3).alias } : undefined;
    switch (plain) {
      case 'IS_NULL':
        return { func: { name, args: [own] } };
      case 'IN': {
        const values = [literal.value, ...more.map((draw) => drawLiteral(table, column, draw))];
        const spread = values.map((value): Argument => ({ value }));
        return { func: { name, args: [own, ...(plan.form % 2 ? spread : [{ value: values }])] } };
      }
      case 'BETWEEN_INC':
      case 'IBETWEEN_INC': {
        const high: Argument = { value: drawLiteral(table, column, second) };
        const ends = pick<Argument[]>(
          [
            [literal, high],
            [high, literal],
            [literal, {}],
            [{}, high],
            [peer ?? literal, high],
            [{}, {}],
          ],
          plan.form,
        );
        return { func: { name, args: [own, ...ends] } };
      }
      case 'LIKE':
      case 'ILIKE':
        return {
          func: { name, args: [own, peer ?? { value: drawPart(table, column, first, true) }] },
        };
      case 'IEQ':
      case 'ISTARTS_WITH':
      case 'IENDS_WITH':
      case 'ICONTAINS':
        return {
          func: { name, args: [own, peer ?? { value: drawPart(table, column, first, false) }] },
        };
      default: {
        const args = [own, peer ?? literal];
        const swapped = plan.form % 7 === 6 && peer === undefined;
        return { func: { name, args: swapped ? args.toReversed() : args } };
      }
    }
  }
}

/** The columns of a grouped answer whose summaries no engine rounds. */
function sortableSummaries({ alias, selector }: Named): string[] {
  const exact = (selector.summaries ?? []).filter((summary) => summary !== 'sum' && summary !== 'avg');
  return exact.map((summary) => `${summary}_${alias}`);
}

function distinct(order: readonly OrderItem[]): OrderItem[] {
  return [...new Map(order.map((item) => [item.alias, item])).values()];
}

const ordered = ['EQ', 'NOT_EQ', 'LT', 'LTE', 'GT', 'GTE', 'IN', 'NOT_IN', 'BETWEEN_INC'];
const textual = [
  ...['ILIKE', 'NOT_ILIKE', 'LIKE', 'NOT_LIKE', 'ICONTAINS', 'NOT_ICONTAINS', 'IEQ', 'NOT_IEQ'],
  ...['ISTARTS_WITH', 'NOT_ISTARTS_WITH', 'IENDS_WITH', 'NOT_IENDS_WITH'],
];
const nullness = ['IS_NULL', 'NOT_IS_NULL'];

function functionsFor(column: DataColumn): readonly string[] {
  const texts = column.textual === false ? [] : textual;
  switch (column.kind) {
    case 'binary':
      return [...nullness, ...texts];
    case 'boolean':
      return ['EQ', 'NOT_EQ', 'IN', 'NOT_IN', ...nullness, ...texts];
    case 'text':
      return [...ordered, ...nullness, ...texts, 'IBETWEEN_INC'];
    default:
      return [...ordered, ...nullness, ...texts];
  }
}

/** Numbers compare with numbers, dates with datetimes, every other type with its own. */
function isPeer(a: DataColumn, b: DataColumn): boolean {
  if (a.textual === false || b.textual === false) return false;
  const family = (kind: Kind) => (isNumeric(kind) ? 'number' : kind === 'date' ? 'datetime' : kind);
  return family(a.kind) === family(b.kind);
}

function summaryFits(summary: Summary, column: DataColumn): boolean {
  // Sums of doubles of very different sizes depend on the order, or overflow.
  const isWild = column.kind === 'double' && column.textual === false;
  if (summary === 'sum' || summary === 'avg') return isNumeric(column.kind) && !isWild;
  if (summary === 'min' || summary === 'max') return column.kind !== 'boolean' && column.kind !== 'binary';
  return true;
}

function bucketFor(kind: Kind, choice: number): Bucket | undefined {
  if (kind !== 'date' && kind !== 'datetime') return undefined;
  return pick([undefined, ...bucketNames.slice(0, kind === 'date' ? 5 : 6)], choice);
}

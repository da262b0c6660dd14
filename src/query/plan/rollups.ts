// Resolves measures of related rows: along which relations, of which value, and in which order.
import type { EntityNode, RollupAttribute } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { ModeType } from '../../contract/mode.ts';
import type { OrderRule } from '../../contract/nodes.ts';
import { defaultListed, type RollupName } from '../../contract/summaries.ts';
import type { Column } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { typed } from './computations.ts';
import { measureType } from './measures.ts';
import {
  type ComputedValue,
  nodesOf,
  type PlanNode,
  type PlanSort,
  type PlanValue,
  type RollupSource,
  type RollupValue,
  typeOf,
} from './plan.ts';
import { presentOnly } from './present.ts';
import { invalid } from './problems.ts';
import { Scope } from './scope.ts';
import { nodesIn } from './walk.ts';
import { planWhere } from './where.ts';

/** The row sources of one query's rollups. */
export class Rollups {
  readonly #dialect: SqlDialect;
  /** By the entity that they belong to, the path from it, and the condition. */
  readonly #known = new Map<string, RollupSource>();
  #count = 0;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  plan(scope: Scope, { alias, rollup }: RollupAttribute, node: PlanNode, pointer: string): RollupValue {
    const at = pointerTo(pointer, 'rollup');
    const { entity, summary, of, where, order = [], limit } = rollup;
    const key = JSON.stringify([node.index, skeleton(entity), canonical(where, entity)]);
    const known = this.#known.get(key);
    const inner = new Scope(scope.planning, [entity], scope, known?.nodes);
    const { node: root, relation } = inner.addCorrelated(entity, node, pointerTo(at, 'entity'));
    for (const attribute of inner.attributes) {
      // Resolve every attribute, even unused ones, to find their errors.
      void attribute.value;
      if (attribute.summaries.length === 0 && attribute.bucket === null) continue;
      throw invalid('Inside a rollup only its own summary is made.', { pointer: inner.pointerOf(attribute) });
    }
    const source: RollupSource = known ?? {
      index: root.index,
      node,
      relation,
      nodes: [root, ...inner.nodes.slice(1)],
      where: planWhere(this.#dialect, inner, where, pointerTo(at, 'where')),
    };
    this.#checkWithin(scope, source, pointerTo(at, 'where'));
    this.#known.set(key, source);
    const isOrdered = summary === 'first' || summary === 'last' || summary === 'list';
    if (order.length > 0 && !isOrdered) {
      throw invalid(`${summary} has no order.`, { pointer: pointerTo(at, 'order') });
    }
    if (limit !== undefined && summary !== 'list') {
      throw invalid('Only a list has a limit.', { pointer: pointerTo(at, 'limit') });
    }
    const measured = this.#measured(inner, source, summary, of, at);
    const isExtreme = (summary === 'min' || summary === 'max') && !ordered.has(typeOf(measured).mode);
    const taken = isExtreme
      ? { summary: 'first' as const, order: [this.#byText(measured, summary === 'max')] }
      : {
          summary,
          order: order.map((rule, i) => this.#sort(inner, source, rule, pointerTo(at, 'order', i))),
        };
    return {
      kind: 'rollup',
      index: this.#count++,
      column: { ...this.#type(taken.summary, measured, at), name: alias },
      source,
      ...taken,
      of: measured,
      limit: limit === undefined ? defaultListed : Number(limit),
    };
  }

  #sort(
    inner: Scope,
    source: RollupSource,
    { alias, asc = true, nulls = 'last' }: OrderRule,
    pointer: string,
  ): PlanSort {
    const at = pointerTo(pointer, 'alias');
    const { value } = inner.attribute(alias, at);
    this.#checkOwn(source, value, alias, at);
    return { value, descending: !asc, nullsFirst: nulls === 'first' };
  }

  #measured(
    inner: Scope,
    source: RollupSource,
    summary: RollupName,
    of: string | undefined,
    at: string,
  ): PlanValue {
    if (of !== undefined) {
      const { value } = inner.attribute(of, pointerTo(at, 'of'));
      this.#checkOwn(source, value, of, pointerTo(at, 'of'));
      return presentOnly(value, (node) => node === source.nodes[0]);
    }
    if (summary !== 'count') {
      throw invalid(`${summary} needs "of": an attribute of the related entities.`, { pointer: at });
    }
    // A related row always has a value in the column of the relation.
    const last = source.nodes.at(-1) ?? source.nodes[0];
    const { otherColumns } = last.relation ?? source.relation;
    const [column] = otherColumns;
    if (column === undefined) throw new Error('a relation has columns');
    return { kind: 'column', node: last, column };
  }

  /** Values without an order of their own are sorted by their text, so that the least is the first. */
  #byText(of: PlanValue, descending: boolean): PlanSort {
    const { computing } = this.#dialect;
    const column = typeOf(of);
    const own = { op: 'value', value: of, zone: '', kind: 'text', scale: 0, column } as const;
    const computation = { op: 'text', of: own, ...typed(computing, { kind: 'text', scale: 0 }) } as const;
    const text: ComputedValue = {
      kind: 'computed',
      column: computation.column,
      nodes: nodesOf(of),
      needs: nodesOf(of),
      computation,
    };
    return { value: text, descending, nullsFirst: false };
  }

  /** Related rows are read once for all rows of the query, so they cannot refer to the current row. */
  #checkWithin(scope: Scope, { where }: RollupSource, pointer: string): void {
    const named = nodesIn(where);
    for (let around: Scope | null = scope; around !== null; around = around.outer) {
      const strange = around.nodes.find((node) => named.has(node));
      if (strange === undefined) continue;
      const { name } = strange.entity;
      throw invalid(`The condition of a rollup is on its own entities, and ${name} stands around it.`, {
        pointer,
      });
    }
  }

  /** What is measured or sorted by must belong to the related entities. */
  #checkOwn({ nodes }: RollupSource, value: PlanValue, alias: string, pointer: string): void {
    if (nodesOf(value).every((node) => nodes.includes(node))) return;
    throw invalid(`"${alias}" is no attribute of the related entities.`, { pointer });
  }

  #type(summary: RollupName, of: PlanValue, at: string): Column {
    const column = typeOf(of);
    switch (summary) {
      case 'sum':
      case 'avg':
        if (!this.#dialect.summable(column)) {
          throw invalid(`${summary} needs numbers, and ${column.name} is of type ${column.mode}.`, {
            pointer: pointerTo(at, 'summary'),
            allowed: ['min', 'max', 'count', 'count_distinct', 'first', 'last', 'list'],
          });
        }
        return measureType(this.#dialect, summary, column);
      case 'count':
      case 'count_distinct':
      case 'min':
      case 'max':
        return measureType(this.#dialect, summary, column);
      case 'first':
      case 'last':
        // Without a row there is no value.
        return { ...column, nullable: true };
      case 'list':
        return this.#dialect.computing.listType;
    }
  }
}

const ordered: ReadonlySet<ModeType> = new Set<ModeType>([
  'integer',
  'numeric',
  'boolean',
  'string',
  'text',
  'date',
  'datetime',
  'time',
]);

/** The path to the related entities, without the attributes shown. */
function skeleton({ id, relation, attributes = [] }: EntityNode): unknown {
  const nested = attributes.flatMap((item) => ('entity' in item ? [skeleton(item.entity)] : []));
  return [id, relation?.attr_parent, relation?.attr_child, nested];
}

/** A condition with each name replaced by what it means: a column, or something specific to this entity. */
function canonical(where: unknown, entity: EntityNode): string {
  const columns = new Map<string, string>();
  const name = ({ attributes = [] }: EntityNode, path: string): void => {
    let nested = 0;
    attributes.forEach((item) => {
      if ('entity' in item) name(item.entity, `${path}/${nested++}`);
      else if ('id' in item) columns.set(item.alias ?? item.id, `${path}.${item.id}`);
    });
  };
  name(entity, '');
  return JSON.stringify(where ?? null, (field, value: unknown) =>
    field === 'alias' && typeof value === 'string'
      ? (columns.get(value) ?? JSON.stringify([value, entity]))
      : value,
  );
}

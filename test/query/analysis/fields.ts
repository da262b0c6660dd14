/** Generated requests: computed fields, measures of related rows, and the conditions in them. */
import { type DataColumn, isNumeric } from '../dataset.ts';
import type { ValueKind } from '../reference/expressions.ts';
import { type Cell, UncertainError } from '../reference/numbers.ts';
import { scopeOf } from '../reference.ts';
import type { Argument, Expr, GridRequest, Item, Literal, Rollup, Where } from '../request.ts';
import { joinedRows, TooLarge } from '../rows.ts';
import { type ConditionMaker, condition } from './conditions.ts';
import { type Entity, EntityMaker } from './entities.ts';
import { type ExpressionMaker, expression } from './expressions.ts';
import { isComputable, isNumber, isOrdered, kindOf, type Named } from './names.ts';

export class FieldMaker extends EntityMaker {
  protected get expressions(): ExpressionMaker {
    return {
      tape: this.tape,
      isPortable: this.options.isPortable,
      given: (literal, kind) => this.givenExpr(literal, kind),
      condition: (names) => this.where(undefined, names, [], 1),
    };
  }

  /** A bare text would not be a date, so it is cast to one. */
  protected givenExpr(literal: Literal, kind: ValueKind): Expr {
    const tape = this.tape;
    if (tape.chance(20)) return { param: this.parameter(kind, literal, false) };
    if (kind === 'date' || kind === 'datetime')
      return { fn: 'CAST', args: [{ value: literal }, { value: kind }] };
    if (tape.chance(4)) return { fn: 'CAST', args: [{ value: null }, { value: kind }] };
    return { value: literal };
  }

  protected computable(names: readonly Named[]): readonly Named[] {
    return names.filter(isComputable).filter(({ item }) => !('over' in item));
  }

  protected field(names: readonly Named[], entity: Entity): Named {
    const tape = this.tape;
    const usable = this.usableIn(names);
    const kind = tape.pick<ValueKind>([
      ...(['integer', 'numeric', 'text', 'numeric', 'date', 'datetime', 'boolean'] as const),
    ]);
    const expr = expression(this.expressions, kind, usable, 1 + tape.below(3));
    const kinds = { integer: 'bigint', numeric: 'decimal' } as const;
    // An alias of a column shows what the column shows.
    const named = 'alias' in expr ? usable.find(({ alias }) => alias === expr.alias) : undefined;
    const isHidden = this.options.isPortable && named?.column.portable === false;
    const item: Item = { alias: this.alias('x'), expr, selected: !tape.chance(15) && !isHidden };
    const column: DataColumn = named?.column ?? {
      name: item.alias,
      kind: kind === 'integer' || kind === 'numeric' ? kinds[kind] : kind,
    };
    return {
      alias: item.alias,
      column,
      table: undefined,
      item,
      entity: entity.number,
      isRounded: named?.isRounded ?? false,
    };
  }

  /** Engines differ in the text of a decimal number. */
  protected usableIn(names: readonly Named[]): readonly Named[] {
    return this.computable(names).filter(
      ({ column, isRounded, item }) =>
        !isRounded &&
        (!this.options.isPortable || column.portable !== false || 'expr' in item || isNumeric(column.kind)),
    );
  }

  protected addField(entities: readonly Entity[], names: Named[]): void {
    const entity = this.tape.pick(entities);
    const named = this.field(names, entity);
    this.place(entity, named.item);
    names.push(named);
  }

  protected addRollup(entity: Entity, names: Named[]): void {
    const named = this.rollup(entity, 1);
    if (!named) return;
    this.place(entity, named.item);
    names.push(named);
  }

  protected rollup(entity: Entity, depth: number): Named | undefined {
    const tape = this.tape;
    const way = this.way(entity.table);
    if (!way) return undefined;
    const inner: Entity[] = [];
    const own: Named[] = [];
    const node = { ...this.entity(way.to, inner, own, 0, true), relation: way.relation };
    let last = inner[0];
    for (let left = tape.below(3); left > 0 && last; left--) {
      const child = this.child(last, inner, own, 0);
      if (!child) break;
      last.items.push({ entity: child });
      last = inner.at(-1);
    }
    if (tape.chance(35)) this.addField(inner, own);
    if (depth > 0 && tape.chance(25)) {
      const nested = this.rollup(tape.pick(inner), depth - 1);
      const hanging = inner.find(({ number }) => number === nested?.entity);
      if (nested && hanging) {
        this.place(hanging, nested.item);
        own.push(nested);
      }
    }
    const summary = tape.pick([
      ...(['count', 'sum', 'avg', 'min', 'max', 'count_distinct', 'first', 'last', 'list'] as const),
    ]);
    const of = tape.pick(own.filter((named) => this.fits(summary, named)).concat(undefined as never));
    const where = tape.chance(45) ? this.where(undefined, own, inner, 1) : undefined;
    const measured: Named | undefined = of;
    if (measured === undefined && summary !== 'count') return undefined;
    // Sort keys must belong to the measured rows.
    const sortable = own.filter(
      (named) =>
        isOrdered(named) &&
        !named.isRounded &&
        named.table !== undefined &&
        named.entity === measured?.entity,
    );
    const isOrdering =
      (summary === 'first' || summary === 'last' || summary === 'list') && measured?.table !== undefined;
    const order =
      isOrdering && sortable.length > 0 && tape.chance(60)
        ? this.order(sortable.map(({ alias }) => alias))
        : [];
    const rollup: Rollup = {
      entity: node,
      summary,
      ...(measured === undefined ? {} : { of: measured.alias }),
      ...(where === undefined ? {} : { where }),
      ...(order.length === 0 ? {} : { order }),
      ...(summary === 'list' && tape.chance(40) ? { limit: 1 + tape.below(3) } : {}),
    };
    for (const { item } of own) if (tape.chance(50)) item.selected = false;
    const item: Item = { alias: this.alias('r'), rollup, selected: !tape.chance(15) };
    return {
      alias: item.alias,
      column: this.rollupColumn(item.alias, summary, measured),
      table: undefined,
      item,
      entity: entity.number,
      isRounded:
        summary === 'avg' ||
        (summary === 'sum' && measured?.column.kind === 'double') ||
        (measured?.isRounded ?? false),
    };
  }

  protected rollupColumn(name: string, summary: Rollup['summary'], of: Named | undefined): DataColumn {
    if (of === undefined || summary.startsWith('count')) return { name, kind: 'bigint' };
    if (summary === 'avg') return { name, kind: 'decimal' };
    if (summary === 'sum') return { name, kind: of.column.kind === 'integer' ? 'bigint' : of.column.kind };
    return { ...of.column, name, ...(summary === 'list' ? { isList: true } : {}) };
  }

  protected fits(summary: Rollup['summary'], named: Named): boolean {
    const { column, isRounded } = named;
    if (column.isList || column.kind === 'binary' || isRounded) return false;
    if (this.options.isPortable && column.portable === false) return summary.startsWith('count');
    if (summary === 'sum' || summary === 'avg') return isNumber(named) && column.textual !== false;
    if (summary === 'min' || summary === 'max') return column.kind !== 'boolean' && column.kind !== 'uuid';
    return true;
  }

  protected where(
    request: GridRequest | undefined,
    names: readonly Named[],
    entities: readonly Entity[],
    depth: number,
  ): Where {
    const maker: ConditionMaker = {
      tape: this.tape,
      isPortable: this.options.isPortable,
      argument: (literal, named) => this.argument(literal, named),
      arguments: (literals, named) => this.list(literals, named),
      cells: (named) => this.cells(request, named),
      related: () => (entities.length === 0 ? undefined : this.exists(this.tape.pick(entities))),
    };
    return condition(maker, names, depth);
  }

  protected argument(literal: Literal, named: Named): Argument {
    if (!this.tape.chance(20)) return { value: literal };
    const kind = named.column.kind === 'double' ? 'numeric' : kindOf(named);
    const type = kind === 'integer' && /[.e]/.test(String(literal)) ? 'numeric' : kind;
    return { param: this.parameter(type, literal, true) };
  }

  protected list(literals: Literal[], named: Named): Argument {
    if (!this.tape.chance(30)) return { value: literals };
    const kind = kindOf(named);
    const type = kind === 'integer' && literals.some((one) => /[.e]/.test(String(one))) ? 'numeric' : kind;
    return { param: this.parameter(type, literals, true) };
  }

  protected cells(request: GridRequest | undefined, named: Named): readonly Exclude<Cell, null>[] {
    if (named.table !== undefined) {
      const index = named.table.columns.indexOf(named.column);
      return named.table.rows.flatMap((row) => row[index] ?? []);
    }
    if (request === undefined) return [];
    return this.evaluated(() => {
      const asked = { ...request, parameters: this.parameters, arguments: this.arguments };
      const scope = scopeOf(this.data, asked, this.options.now);
      const rows = joinedRows(scope).slice(0, 40);
      return rows
        .map((row) => scope.attributes.get(named.alias)?.read(row) ?? null)
        .filter((cell) => cell !== null);
    });
  }

  protected evaluated<T>(make: () => readonly T[]): readonly T[] {
    try {
      return make();
    } catch (error) {
      if (error instanceof TooLarge || error instanceof UncertainError) return [];
      throw error;
    }
  }

  protected exists(of: Entity): Where | undefined {
    const way = this.way(of.table);
    if (!way) return undefined;
    const inner: Entity[] = [];
    const names: Named[] = [];
    const entity = { ...this.entity(way.to, inner, names, 0, true), relation: way.relation };
    if (this.tape.chance(30)) this.addField(inner, names);
    if (this.tape.chance(30) && inner[0]) this.addRollup(inner[0], names);
    for (const { item } of names) item.selected = false;
    const where = this.tape.chance(70) ? this.where(undefined, names, [], 1) : undefined;
    const name = this.tape.pick(['EXISTS', 'NOT_EXISTS']);
    return { func: { name, args: [{ entity, of: of.alias, ...(where === undefined ? {} : { where }) }] } };
  }
}

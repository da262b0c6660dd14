/** Generated requests: their entities, columns and parameters. */
import type { DataColumn, DataTable, EngineData } from '../dataset.ts';
import type { EntityNode, GridRequest, Item, Literal, OrderItem, Parameter } from '../request.ts';
import { fittingSteps, stepsBetween } from '../rows.ts';
import type { Named } from './names.ts';
import type { Tape } from './tape.ts';

/** The features a request may use; the test that compares engines excludes values that they show differently. */
export interface Options {
  readonly isPortable: boolean;
  readonly now: Date;
}

export interface Entity {
  readonly number: number;
  readonly alias: string;
  readonly table: DataTable;
  readonly items: Item[];
  /** Whether a root row can have several of its rows. */
  readonly isMany: boolean;
}

const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata'];

export class EntityMaker {
  protected readonly data: EngineData;
  protected readonly tables: readonly DataTable[];
  protected readonly tape: Tape;
  protected readonly options: Options;
  protected readonly parameters: Parameter[] = [];
  protected readonly arguments: Record<string, Literal | Literal[] | null> = {};
  protected readonly timezone: string;
  protected aliases = 0;
  protected entityCount = 0;

  constructor(data: EngineData, tape: Tape, options: Options) {
    this.data = data;
    this.tables = [...data.tables.values()];
    this.tape = tape;
    this.options = options;
    this.timezone = tape.pick(zones);
  }

  protected isReferred({ name }: DataTable): boolean {
    return this.tables.some((table) => table.foreignKeys.some(({ target }) => target === name));
  }

  protected page(): Partial<GridRequest> {
    const tape = this.tape;
    const limit = tape.chance(35) ? 1 + tape.below(20) : undefined;
    const offset = tape.chance(15) ? tape.below(10) : undefined;
    return { ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) };
  }

  protected alias(prefix: string): string {
    return `${prefix}${++this.aliases}`;
  }

  protected entity(
    table: DataTable,
    entities: Entity[],
    names: Named[],
    children: number,
    isMany: boolean,
  ): EntityNode {
    const tape = this.tape;
    const items: Item[] = [];
    const alias = this.alias('e');
    const entity: Entity = { number: this.entityCount++, alias, table, items, isMany };
    entities.push(entity);
    // A value with more digits than a double is a different number on engines that only have doubles.
    const usable = this.options.isPortable
      ? table.columns.filter(({ portable, textual }) => portable !== false || textual !== false)
      : table.columns;
    const columns = tape.several(1, 4, () => tape.pick(usable));
    for (const column of new Set(columns)) this.addColumn(entity, column, names);
    for (let left = children; left > 0; left--) {
      const child = this.child(entity, entities, names, Math.max(children - 1, 0));
      if (child) items.splice(tape.below(items.length + 1), 0, { entity: child });
    }
    return { id: table.name, alias, attributes: items };
  }

  protected addColumn(entity: Entity, column: DataColumn, names: Named[]): void {
    const tape = this.tape;
    const isHidden = this.options.isPortable && column.portable === false;
    const item: Item = { id: column.name, alias: this.alias('c'), selected: !isHidden && !tape.chance(25) };
    entity.items.push(item);
    names.push({
      alias: item.alias ?? item.id,
      column,
      table: entity.table,
      item,
      entity: entity.number,
      isRounded: false,
    });
  }

  protected child(
    from: Entity,
    entities: Entity[],
    names: Named[],
    children: number,
  ): EntityNode | undefined {
    const way = this.way(from.table);
    if (way === undefined) return undefined;
    const { to, relation, isMany } = way;
    const node = this.entity(to, entities, names, children, from.isMany || isMany);
    return { ...node, relation };
  }

  protected way(from: DataTable) {
    const ways = this.tables.flatMap((to) =>
      stepsBetween(from, to).flatMap((step) =>
        step.own.map((own, i) => ({ to, own, other: step.other[i] ?? '', step })),
      ),
    );
    if (ways.length === 0) return undefined;
    const { to, own, other, step } = this.tape.pick(ways);
    const isPlain = fittingSteps(from, to, own, undefined).length === 1;
    if (!isPlain && fittingSteps(from, to, own, other).length !== 1) return undefined;
    const relation = isPlain ? { attr_parent: own } : { attr_parent: own, attr_child: other };
    return { to, relation, isMany: step.other.join() !== to.primaryKey.join() };
  }

  protected parameter(type: string, value: Literal | Literal[], mayBeAbsent: boolean): string {
    const tape = this.tape;
    const name = `p${this.parameters.length}`;
    const many = Array.isArray(value);
    const how = tape.pick([
      'argument',
      'argument',
      'default',
      'both',
      mayBeAbsent ? 'absent' : 'argument',
      mayBeAbsent ? 'null' : 'argument',
    ]);
    const given = tape.chance(30) && !many && typeof value !== 'boolean' ? String(value) : value;
    const preset = how === 'default' ? given : how === 'both' ? value : undefined;
    this.parameters.push({
      name,
      type,
      ...(many ? { many } : {}),
      ...(how === 'argument' && tape.chance(30) ? { required: true } : {}),
      ...(preset === undefined ? {} : { default: preset }),
    });
    if (how === 'argument' || how === 'both') this.arguments[name] = given;
    if (how === 'null') this.arguments[name] = null;
    return name;
  }

  protected order(aliases: readonly string[]): OrderItem[] {
    const tape = this.tape;
    const items = tape.several(1, 2, (): OrderItem => {
      const asc = tape.pick([undefined, true, false, false]);
      const nulls = tape.pick([undefined, undefined, 'first', 'last'] as const);
      const alias = tape.pick(aliases);
      return { alias, ...(asc === undefined ? {} : { asc }), ...(nulls === undefined ? {} : { nulls }) };
    });
    return [...new Map(items.map((item) => [item.alias, item])).values()];
  }

  protected place(entity: Entity, item: Item): void {
    entity.items.splice(this.tape.below(entity.items.length + 1), 0, item);
  }
}

/** Generated requests with every analytical feature: driven by a tape of numbers, over any data set. */
import fc from 'fast-check';
import type { DataColumn, EngineData } from '../dataset.ts';
import type { Cell } from '../reference/numbers.ts';
import { evaluate } from '../reference.ts';
import type { Expr, GridRequest, Item, Over, Summary, Where } from '../request.ts';
import { bucketNames, overNames } from '../request.ts';
import { type ConditionMaker, condition } from './conditions.ts';
import type { Entity, Options } from './entities.ts';
import { expression } from './expressions.ts';
import { FieldMaker } from './fields.ts';
import { isGroupable, isNumber, isOrdered, type Named } from './names.ts';
import { Tape } from './tape.ts';

export const tapes = fc.array(fc.nat({ max: 9_999 }), { maxLength: 260, size: 'max' });

export function analysisRequest(data: EngineData, numbers: readonly number[], options: Options): GridRequest {
  return new Analysis(data, new Tape(numbers), options).request();
}

class Analysis extends FieldMaker {
  request(): GridRequest {
    const tape = this.tape;
    const entities: Entity[] = [];
    const names: Named[] = [];
    const isGrouped = tape.chance(45);
    const rootTables = this.tables.filter((table) => table.foreignKeys.length > 0 || this.isReferred(table));
    const roots = tape.chance(6) ? 2 : 1;
    const nodes = Array.from({ length: roots }, () => {
      const table = tape.chance(85) ? tape.pick(rootTables) : tape.pick(this.tables);
      return { ...this.entity(table, entities, names, tape.below(3), false), relation: null };
    });
    for (let left = tape.below(4); left > 0; left--) this.addField(entities, names);
    for (let left = tape.below(3); left > 0; left--) this.addRollup(tape.pick(entities), names);
    for (let left = tape.below(2); left > 0; left--) this.addField(entities, names);
    const base: GridRequest = { entities: nodes, timezone: this.timezone };
    const where = tape.chance(55) ? this.where(base, names, entities, 2) : undefined;
    const filtered = { ...base, ...(where === undefined ? {} : { where }) };
    const shaped = isGrouped
      ? this.grouped(filtered, entities, names)
      : this.plain(filtered, entities, names);
    return {
      ...shaped,
      ...this.page(),
      ...(this.parameters.length === 0 ? {} : { parameters: this.parameters }),
      ...(Object.keys(this.arguments).length === 0 ? {} : { arguments: this.arguments }),
    };
  }

  protected plain(base: GridRequest, entities: readonly Entity[], names: Named[]): GridRequest {
    const tape = this.tape;
    const isTop = tape.chance(25);
    if (tape.chance(30)) this.summarise(names);
    // A window over rows that joins repeat has no unique order.
    const isSingle = entities.every(({ isMany }) => !isMany);
    const numbers = names.filter(
      (named) => isNumber(named) && !named.isRounded && named.column.textual !== false,
    );
    if (numbers.length > 0 && tape.chance(40)) {
      for (let left = 1 + tape.below(2); left > 0; left--) {
        const sortable = names.filter((named) => isGroupable(named));
        const over = this.over(
          numbers.map(({ alias }) => alias),
          sortable.map(({ alias }) => alias),
          isSingle,
        );
        this.addOver(tape.pick(entities), over, names);
      }
    }
    this.select(names, entities);
    const sortable = names
      .filter((named) => isOrdered(named) && !named.isRounded && !isLoose(named))
      .map(({ alias }) => alias);
    const order = sortable.length > 0 && tape.chance(55) ? this.order(sortable) : [];
    const top = isTop && sortable.length > 0 ? this.top(names) : undefined;
    return { ...base, ...(order.length === 0 ? {} : { order }), ...(top === undefined ? {} : { top }) };
  }

  protected addOver(entity: Entity, over: Over, names: Named[]): void {
    const item: Item = { alias: this.alias('o'), over, selected: !this.tape.chance(10) };
    this.place(entity, item);
    const column: DataColumn = { name: item.alias, kind: over.fn === 'rank' ? 'bigint' : 'decimal' };
    names.push({ alias: item.alias, column, table: undefined, item, entity: null, isRounded: false });
  }

  protected over(numbers: readonly string[], sortable: readonly string[], hasOneOrder: boolean): Over {
    const tape = this.tape;
    const fn = tape.pick(hasOneOrder && sortable.length > 0 ? overNames : (['share', 'rank'] as const));
    const of = tape.pick(numbers);
    const per =
      sortable.length > 0 && tape.chance(50)
        ? [...new Set(tape.several(1, 2, () => tape.pick(sortable)))]
        : [];
    const needsOrder = fn !== 'share' && fn !== 'rank';
    const order =
      needsOrder || (fn === 'rank' && sortable.length > 0 && tape.chance(30)) ? this.order(sortable) : [];
    return {
      fn,
      of,
      ...(per.length === 0 ? {} : { per }),
      ...(order.length === 0 ? {} : { order }),
      ...(fn === 'moving' ? { size: 1 + tape.below(4) } : {}),
    };
  }

  protected top(names: readonly Named[]): GridRequest['top'] {
    const tape = this.tape;
    const groupable = names.filter(isGroupable).map(({ alias }) => alias);
    const sortable = names
      .filter((named) => isOrdered(named) && !named.isRounded && !isLoose(named))
      .map(({ alias }) => alias);
    const per = groupable.length > 0 && tape.chance(50) ? [tape.pick(groupable)] : [];
    return { n: 1 + tape.below(4), ...(per.length === 0 ? {} : { per }), order: this.order(sortable) };
  }

  protected summarise(names: readonly Named[]): void {
    const tape = this.tape;
    for (const named of names) {
      if (!tape.chance(40) || 'over' in named.item) continue;
      const summaries = this.summariesFor(named);
      if (summaries.length > 0) named.item.summaries = summaries;
    }
  }

  protected summariesFor(named: Named): Summary[] {
    const tape = this.tape;
    const all: Summary[] = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];
    const fitting = all.filter((summary) => this.fits(summary, named));
    return fitting.filter(() => tape.chance(40));
  }

  /** Every answer has at least one column. */
  protected select(names: Named[], [root]: readonly Entity[]): void {
    if (names.some(({ item }) => item.selected !== false)) return;
    const isShown = (column: DataColumn) => !this.options.isPortable || column.portable !== false;
    const more = root?.table.columns.find(isShown);
    if (!names.some(({ column }) => isShown(column)) && root && more) this.addColumn(root, more, names);
    const chosen = names.find(({ column }) => isShown(column));
    if (chosen) chosen.item.selected = true;
  }

  protected grouped(base: GridRequest, entities: readonly Entity[], names: Named[]): GridRequest {
    const tape = this.tape;
    const groupable = names
      .filter(isGroupable)
      .filter(({ column }) => !this.options.isPortable || column.portable !== false);
    if (groupable.length === 0) return this.plain(base, entities, names);
    const group = [...new Set(tape.several(1, 3, () => tape.pick(groupable)))];
    for (const { item, column } of group) {
      item.selected = true;
      if ('over' in item || (column.kind !== 'date' && column.kind !== 'datetime') || !tape.chance(50))
        continue;
      item.bucket = tape.pick(bucketNames.slice(0, column.kind === 'date' ? 5 : 6));
    }
    for (const { item } of names) if (!group.some((named) => named.item === item)) item.selected = false;
    this.summarise(names);
    const measures = names.flatMap((named): Named[] => {
      const { item } = named;
      if ('over' in item) return [];
      return (item.summaries ?? []).map((summary) => ({
        ...named,
        alias: `${summary}_${named.alias}`,
        column: this.rollupColumn(`${summary}_${named.alias}`, summary, named),
        table: undefined,
        isRounded: summary === 'avg' || (summary === 'sum' && named.column.kind === 'double'),
      }));
    });
    const ofGroups: Named[] = [...group.map((named) => ({ ...named, table: undefined })), ...measures];
    const aliases = group.map(({ alias }) => alias);
    if (measures.length > 0 && tape.chance(35)) {
      const entity = tape.pick(entities);
      const field = this.groupField(ofGroups, measures, entity);
      if (field) ofGroups.push(field);
    }
    const grouped: GridRequest = { ...base, group: aliases };
    const having = tape.chance(40) ? this.having(grouped, ofGroups) : undefined;
    const numbers = ofGroups.filter((named) => isNumber(named) && !aliases.includes(named.alias));
    const sortable = ofGroups
      .filter((named) => isOrdered(named) && !named.isRounded && !isLoose(named))
      .map(({ alias }) => alias);
    if (numbers.length > 0 && tape.chance(35)) {
      for (let left = 1 + tape.below(2); left > 0; left--) {
        const over = this.over(
          numbers.map(({ alias }) => alias),
          sortable,
          true,
        );
        const perGroup = over.per?.filter((alias) => aliases.includes(alias)) ?? [];
        const { per: _per, ...rest } = over;
        this.addOver(
          tape.pick(entities),
          perGroup.length === 0 ? rest : { ...rest, per: perGroup },
          ofGroups,
        );
      }
    }
    const top = sortable.length > 0 && tape.chance(25) ? this.groupTop(aliases, sortable) : undefined;
    const hasMeasure = measures.length > 0;
    const named = group.filter(({ column }) => column.textual !== false).map(({ alias }) => alias);
    const pivot = hasMeasure && named.length > 0 && tape.chance(25) ? tape.pick(named) : undefined;
    const ofRows = sortable.filter(
      (alias) => aliases.includes(alias) || /^(sum|count(?!_distinct)|min|max)_/.test(alias),
    );
    const orderable = pivot === undefined ? sortable : ofRows;
    const order = orderable.length > 0 && tape.chance(55) ? this.order(orderable) : [];
    return {
      ...grouped,
      ...(having === undefined ? {} : { having }),
      ...(top === undefined ? {} : { top }),
      ...(pivot === undefined ? {} : { pivot }),
      ...(order.length === 0 ? {} : { order }),
    };
  }

  protected groupTop(aliases: readonly string[], sortable: readonly string[]): GridRequest['top'] {
    const tape = this.tape;
    const per = tape.chance(50) ? [tape.pick(aliases)] : [];
    return { n: 1 + tape.below(4), ...(per.length === 0 ? {} : { per }), order: this.order(sortable) };
  }

  /** Names at least one measure. */
  protected groupField(
    ofGroups: readonly Named[],
    measures: readonly Named[],
    entity: Entity,
  ): Named | undefined {
    const tape = this.tape;
    const numbers = measures.filter((named) => isNumber(named) && named.column.textual !== false);
    if (numbers.length === 0) return undefined;
    const one = (): Expr => ({ alias: tape.pick(numbers).alias });
    const plain = this.usableIn(ofGroups);
    const other = (): Expr => (tape.chance(50) ? one() : expression(this.expressions, 'integer', plain, 1));
    const fn = tape.pick(['ADD', 'SUB', 'MUL', 'DIV']);
    const expr: Expr = tape.chance(30)
      ? { fn: 'ROUND', args: [{ fn, args: [one(), other()] }] }
      : { fn, args: [one(), other()] };
    const item: Item = { alias: this.alias('g'), expr, selected: !tape.chance(10) };
    this.place(entity, item);
    const isRounded = !('fn' in expr && expr.fn === 'ROUND');
    return {
      alias: item.alias,
      column: { name: item.alias, kind: 'decimal' },
      table: undefined,
      item,
      entity: null,
      isRounded,
    };
  }

  protected having(request: GridRequest, ofGroups: readonly Named[]): Where {
    const cells = (named: Named): readonly Exclude<Cell, null>[] =>
      this.evaluated(() => {
        const asked = { ...request, parameters: this.parameters, arguments: this.arguments };
        const { cols, ties } = evaluate(this.data, asked, this.options.now);
        const index = cols.indexOf(named.alias);
        return ties
          .flat()
          .map((row) => row[index] ?? null)
          .filter((cell) => cell !== null);
      });
    const maker: ConditionMaker = {
      tape: this.tape,
      isPortable: this.options.isPortable,
      argument: (literal, named) => this.argument(literal, named),
      arguments: (literals, named) => this.list(literals, named),
      cells,
      related: () => undefined,
    };
    return condition(maker, ofGroups, 1);
  }
}

/** Engines without decimals round long fractions, which then have no unique order. */
function isLoose({ item }: Named): boolean {
  return 'over' in item && (item.over.fn === 'share' || item.over.fn === 'moving');
}

// Finds the aliases in use, and removes attributes that are no longer referenced.
import type { Over } from '../../src/contract/grid.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import {
  type Argument,
  type EntityNode,
  followsGroups,
  type Group,
  type Item,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  type QueryDocument,
  type Rule,
} from './document.ts';
import { aliasesInExpr } from './formula/exprTypes.ts';
import { isHelper } from './formula/helperFields.ts';

function aliasesOfNode(node: EntityNode, into: Set<string>): void {
  for (const item of node.attributes) {
    if (isNested(item)) aliasesOfNode(item.entity, into);
    else into.add(item.alias);
  }
}

function aliasesOfExists(rule: Rule, into: Set<string>): void {
  if (isGroup(rule)) {
    for (const entry of rule.cond.entries) aliasesOfExists(entry, into);
    return;
  }
  for (const argument of rule.func.args) {
    if (!isExists(argument)) continue;
    aliasesOfNode(argument.entity, into);
    aliasesOfExists(argument.where, into);
  }
}

/** Every attribute alias of the document, including those inside exists filters. */
export function aliasesInUse(doc: QueryDocument): ReadonlySet<string> {
  const found = new Set<string>();
  for (const root of doc.entities) aliasesOfNode(root, found);
  aliasesOfExists(doc.where, found);
  return found;
}

/** The name itself, or with the first number that makes it unique. */
export function uniqueName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n++) if (!taken.has(`${wanted} ${n}`)) return `${wanted} ${n}`;
}

function collectAliases(rule: Rule, into: Set<string>): void {
  if (isGroup(rule)) for (const entry of rule.cond.entries) collectAliases(entry, into);
  else for (const argument of rule.func.args) if (isAlias(argument)) into.add(argument.alias);
}

/** The aliases that computed fields use. */
function aliasesInFormulas(node: EntityNode): readonly string[] {
  return node.attributes.flatMap((item) => {
    if (isNested(item)) return aliasesInFormulas(item.entity);
    return item.expr ? aliasesInExpr(item.expr) : [];
  });
}

/** The fields of single rows that calculations over the answer use. */
function aliasesInOvers(node: EntityNode): readonly string[] {
  return node.attributes.flatMap((item) => {
    if (isNested(item)) return aliasesInOvers(item.entity);
    const { of, per = [], order = [] } = item.over ?? {};
    return of === undefined ? [] : [of, ...per, ...order.map(({ alias }) => alias)];
  });
}

/** The aliases that filters use. */
export function aliasesInFilters(where: Group): ReadonlySet<string> {
  const found = new Set<string>();
  collectAliases(where, found);
  return found;
}

function parametersOf(rule: Rule): readonly string[] {
  if (isGroup(rule)) return rule.cond.entries.flatMap(parametersOf);
  return rule.func.args.flatMap((argument) => {
    if (isExists(argument)) return parametersOf(argument.where);
    return isParam(argument) ? [argument.param] : [];
  });
}

/** The filters on what the measures below a node cover. */
function rollupFilters(node: EntityNode): readonly Rule[] {
  return node.attributes.flatMap((item) => {
    if (isNested(item)) return rollupFilters(item.entity);
    return item.rollup ? [item.rollup.where] : [];
  });
}

/** Removes parameters that no filter uses any more, and their values. */
export function pruneParameters(doc: QueryDocument): QueryDocument {
  if (!doc.parameters) return doc;
  const rules = [doc.where, doc.having, ...doc.entities.flatMap(rollupFilters)];
  const used = new Set(rules.flatMap(parametersOf));
  const { parameters, arguments: given = {}, ...rest } = doc;
  const kept = parameters.filter(({ name }) => used.has(name));
  const values = Object.entries(given).filter(([name]) => used.has(name));
  return {
    ...rest,
    ...(kept.length > 0 ? { parameters: kept } : {}),
    ...(values.length > 0 ? { arguments: Object.fromEntries(values) } : {}),
  };
}

function dropRules(group: Group, dead: (argument: Argument) => boolean): Group {
  const entries = group.cond.entries.flatMap((rule): Rule[] => {
    if (!isGroup(rule)) return rule.func.args.some(dead) ? [] : [rule];
    const rest = dropRules(rule, dead);
    // A group that became empty is removed. One that was empty before is just being filled by a person.
    return rest.cond.entries.length === 0 && rule.cond.entries.length > 0 ? [] : [rest];
  });
  return { cond: { ...group.cond, entries } };
}

/**
 * Cleans up after an edit: removes filters on aliases or entities that are `removed`, sort keys on `unsorted` columns,
 * and hidden attributes that no filter or sort key uses.
 */
export function prune(
  doc: QueryDocument,
  removed: ReadonlySet<string> = new Set(),
  removedEntities: ReadonlySet<string> = new Set(),
  unsorted: ReadonlySet<string> = new Set(),
): QueryDocument {
  const where = dropRules(
    doc.where,
    (argument) =>
      (isAlias(argument) && removed.has(argument.alias)) ||
      (isExists(argument) && removedEntities.has(argument.of)),
  );
  const sorted = doc.order.filter(({ alias }) => !removed.has(alias) && !unsorted.has(alias));
  const needed = new Set([
    ...aliasesInFilters(where),
    ...sorted.map(({ alias }) => alias),
    ...doc.entities.flatMap(aliasesInFormulas),
    ...(doc.grouped ? [] : doc.entities.flatMap(aliasesInOvers)),
  ]);
  const shown = doc.grouped ? columnIds(doc) : aliasesInUse(doc);
  const lost = new Set<string>();
  const keep = <N extends EntityNode>(node: N): N => ({
    ...node,
    attributes: node.attributes.flatMap((item): Item[] => {
      if (isNested(item)) {
        const nested = keep(item.entity);
        return nested.attributes.length > 0 ? [{ entity: nested }] : [];
      }
      // A computed field stays until it is deleted, because somebody wrote it.
      const isComputedField = item.expr !== undefined && !isHelper(item.alias);
      const isKept = item.selected || item.summaries?.length || isComputedField || needed.has(item.alias);
      if (!isKept) return [];
      if (!followsGroups(item)) return [item];
      if (item.perGroup && doc.grouped && aliasesInExpr(item.perGroup).every((id) => shown.has(id)))
        return [item];
      const over = item.over && overOf(item.over, shown);
      if (over) return [{ ...item, over }];
      lost.add(item.alias);
      return [];
    }),
  });
  const entities = doc.entities.map(keep);
  const order = sorted.filter(({ alias }) => !lost.has(alias));
  return pruneParameters(forgetColumns({ ...doc, entities, where, order }));
}

/**
 * The calculation over groups, restricted to existing columns; undefined if it would mean something else without the
 * missing ones.
 */
function overOf({ per, order, ...rest }: Over, ids: ReadonlySet<string>): Over | undefined {
  const parts = per?.filter((id) => ids.has(id)) ?? [];
  const along = order?.filter(({ alias }) => ids.has(alias)) ?? [];
  // A share depends on all the columns it is relative to. A running calculation needs its order.
  const isLost =
    !ids.has(rest.of) ||
    (rest.fn === 'share' && parts.length < (per?.length ?? 0)) ||
    (order !== undefined && along.length < order.length);
  if (isLost) return undefined;
  return { ...rest, ...(parts.length > 0 ? { per: parts } : {}), ...(order ? { order: along } : {}) };
}

/** The ids of all columns that the document can show. */
function columnIds(doc: QueryDocument): ReadonlySet<string> {
  const ids = new Set(doc.view.lists.map(({ id }) => id));
  const walk = (node: EntityNode): void => {
    for (const item of node.attributes) {
      if (isNested(item)) walk(item.entity);
      else {
        if (item.selected) ids.add(item.alias);
        for (const summary of item.summaries ?? []) ids.add(measureId(summary, item.alias));
      }
    }
  };
  doc.entities.forEach(walk);
  return ids;
}

/** The service's name for a measure in the answer. */
export function measureId(summary: SummaryName, alias: string): string {
  return `${summary}_${alias}`;
}

/** Drops the layout of columns that no longer exist, which would only make links longer. */
function forgetColumns(before: QueryDocument): QueryDocument {
  const ids = columnIds(before);
  const known = (id: string) => ids.has(id);
  const { top, ...rest } = before;
  const having = dropRules(before.having, (argument) => isAlias(argument) && !known(argument.alias));
  const doc = top && known(top.by) && top.per.every(known) ? { ...rest, having, top } : { ...rest, having };
  const { order, hidden, pinned, widths, names, formats } = doc.view;
  const ofKnown = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => known(id)));
  return {
    ...doc,
    view: {
      ...doc.view,
      order: order.filter(known),
      hidden: hidden.filter(known),
      pinned: pinned.filter(known),
      widths: ofKnown(widths),
      names: ofKnown(names),
      formats: ofKnown(formats),
    },
  };
}

// A file names its columns as the screen does: everything that refers to a column is renamed with it.
import type { Where } from '../../src/contract/grid.ts';
import type { AttributeNode } from './document.ts';
import { renameExpr } from './formula/exprTypes.ts';
import type { GroupSent, UniGrid } from './request.ts';

export function renameRules({ cond }: GroupSent, names: ReadonlyMap<string, string>): GroupSent {
  return { cond: { ...cond, entries: cond.entries.map((rule) => renameRule(rule, names)) } };
}

function renameRule({ cond, func }: Where, names: ReadonlyMap<string, string>): Where {
  if (cond) return renameRules({ cond }, names);
  if (!func) return {};
  const args = func.args.map((argument) =>
    argument.alias === undefined ? argument : { alias: names.get(argument.alias) ?? argument.alias },
  );
  return { func: { ...func, args } };
}

/** Definitions of computed columns refer to other columns by name. */
export function renameNode(node: AttributeNode, names: ReadonlyMap<string, string>): AttributeNode {
  const named = (alias: string) => names.get(alias) ?? alias;
  const { expr, over, perGroup } = node;
  if (expr) return { ...node, expr: renameExpr(expr, named) };
  if (perGroup) return { ...node, perGroup: renameExpr(perGroup, named) };
  if (!over) return node;
  return {
    ...node,
    over: {
      ...over,
      of: named(over.of),
      ...(over.per ? { per: over.per.map(named) } : {}),
      ...(over.order ? { order: over.order.map((key) => ({ ...key, alias: named(key.alias) })) } : {}),
    },
  };
}

type TopSent = NonNullable<UniGrid['top']>;

export function renameTop(top: TopSent, names: ReadonlyMap<string, string>): TopSent {
  const named = (alias: string) => names.get(alias) ?? alias;
  return {
    ...top,
    order: top.order.map((key) => ({ ...key, alias: named(key.alias) })),
    ...(top.per ? { per: top.per.map(named) } : {}),
  };
}

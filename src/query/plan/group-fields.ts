// Which computed fields of a grouped query are computed per group: those that name a measure.
import type {
  AttributeItem,
  ComputedAttribute,
  EntityNode,
  Expr,
  GridRequest,
  Where,
} from '../../contract/grid.ts';

export function groupFields(request: GridRequest): ReadonlySet<AttributeItem> {
  if (request.group === undefined || request.group.length === 0) return new Set();
  const items = request.entities.flatMap(itemsOf);
  const aliases = new Set(items.map((item) => ('id' in item ? (item.alias ?? item.id) : item.alias)));
  const measures = new Set(
    items.flatMap((item) =>
      'over' in item
        ? []
        : (item.summaries ?? []).map(
            (summary) => `${summary}_${'id' in item ? (item.alias ?? item.id) : item.alias}`,
          ),
    ),
  );
  const found = new Set<AttributeItem>();
  const named = new Set<string>();
  const fields = items.filter((item): item is ComputedAttribute => 'expr' in item);
  // A field may name a later one, so repeat until no more are found.
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const field of fields) {
      if (found.has(field)) continue;
      const names = namesIn(field.expr);
      if (!names.some((name) => named.has(name) || (measures.has(name) && !aliases.has(name)))) continue;
      found.add(field);
      named.add(field.alias);
      isMore = true;
    }
  }
  return found;
}

type Item = Exclude<AttributeItem, { readonly entity: EntityNode }>;

function itemsOf({ attributes = [] }: EntityNode): Item[] {
  return attributes.flatMap((item) => ('entity' in item ? itemsOf(item.entity) : [item]));
}

function namesIn(expr: Expr): string[] {
  if ('alias' in expr) return [expr.alias];
  if ('fn' in expr) return expr.args.flatMap(namesIn);
  if (!('case' in expr)) return [];
  const branches = expr.case.flatMap((branch) => [...namesInWhere(branch.when), ...namesIn(branch.then)]);
  return [...branches, ...(expr.else === undefined ? [] : namesIn(expr.else))];
}

function namesInWhere({ cond, func }: Where): string[] {
  const own = func?.args.flatMap(({ alias }) => (alias === undefined ? [] : [alias])) ?? [];
  return [...own, ...(cond?.entries.flatMap(namesInWhere) ?? [])];
}

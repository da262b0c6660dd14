// From the document to what is sent: periods become dates, foreign keys bring the names of their records along.
import type { Model } from '../model/model.ts';
import {
  type AttributeNode,
  type EntityNode,
  type Group,
  type Item,
  isExists,
  isGroup,
  isNested,
  isValue,
  type QueryDocument,
  type Rule,
  type SortKey,
} from './document.ts';
import { attributesOf } from './paths.ts';
import { parsePeriod, resolvePeriod } from './relative.ts';

/** The body of a query, without its page. */
export interface UniGrid {
  readonly entities: readonly EntityNode[];
  readonly where?: Group;
  readonly order: readonly SortKey[];
  readonly group?: readonly string[];
}

export interface PageOf {
  readonly offset: number;
  readonly limit: number;
  readonly count: 'exact' | 'estimate' | 'none';
}

function resolveRule(rule: Rule, now: Date): Rule {
  if (isGroup(rule)) return resolveGroup(rule, now);
  const [subject, value] = rule.func.args;
  const period = isValue(value) ? parsePeriod(value.value) : undefined;
  if (subject && period) {
    const { from, before } = resolvePeriod(period, now);
    const bounds: Group = {
      cond: {
        with: 'AND',
        entries: [
          { func: { name: 'GTE', args: [subject, { value: from }] } },
          { func: { name: 'LT', args: [subject, { value: before }] } },
        ],
      },
    };
    return rule.func.name.startsWith('NOT_') ? { cond: { with: 'NOT', entries: [bounds] } } : bounds;
  }
  return {
    func: {
      ...rule.func,
      args: rule.func.args.map((argument) =>
        isExists(argument) ? { ...argument, where: resolveGroup(argument.where, now) } : argument,
      ),
    },
  };
}

function resolveGroup(group: Group, now: Date): Group {
  return { cond: { ...group.cond, entries: group.cond.entries.map((rule) => resolveRule(rule, now)) } };
}

function groupAliases(doc: QueryDocument): string[] {
  const found: string[] = [];
  const walk = (node: EntityNode): void => {
    for (const item of node.attributes) {
      if (isNested(item)) walk(item.entity);
      else if (item.selected) found.push(item.alias);
    }
  };
  doc.entities.forEach(walk);
  return found;
}

/** The query as a person may copy it: exactly what was asked, nothing of ours added. */
export function toUniGrid(doc: QueryDocument, now: Date): UniGrid {
  return {
    entities: doc.entities,
    ...(doc.where.cond.entries.length > 0 ? { where: resolveGroup(doc.where, now) } : {}),
    order: doc.order,
    ...(doc.grouped ? { group: groupAliases(doc) } : {}),
  };
}

/** Changes the attributes of a node and of all nodes below it. */
function mapItems(node: EntityNode, change: (item: AttributeNode) => readonly Item[]): EntityNode {
  return {
    ...node,
    attributes: node.attributes.flatMap((item): readonly Item[] =>
      isNested(item) ? [{ entity: mapItems(item.entity, change) }] : change(item),
    ),
  };
}

const LABELLED_COLUMNS_AT_MOST = 12;

/** Where the parts of a record's name arrive in the answer, by the alias of the foreign key. */
export type LabelAliases = ReadonlyMap<string, readonly string[]>;

/**
 * The query that fills the grid: without totals, which are asked for once, and with the names of the
 * records that foreign keys point to, so that no cell needs a request of its own.
 */
export function toRows(
  doc: QueryDocument,
  model: Model,
  now: Date,
): { readonly query: UniGrid; readonly labels: LabelAliases } {
  const query = toUniGrid(doc, now);
  const labels = new Map<string, readonly string[]>();
  const additions = new Map<string, EntityNode>();
  for (const { attribute, column } of attributesOf(doc, model)) {
    const relation = column.pointsTo;
    const names = relation ? (model.entities.get(relation.entity)?.labelColumns ?? []) : [];
    if (!attribute.selected || !relation || names.length === 0) continue;
    if (labels.size >= LABELLED_COLUMNS_AT_MOST) break;
    const aliases = names.map((_, i) => `\u2060label ${i} ${attribute.alias}`);
    labels.set(attribute.alias, aliases);
    additions.set(attribute.alias, {
      id: relation.entity,
      relation: {
        attr_parent: relation.own[0] ?? '',
        ...(relation.ambiguous ? { attr_child: relation.other[0] ?? '' } : {}),
      },
      attributes: names.map((id, i) => ({ id, alias: aliases[i] ?? '', selected: true })),
    });
  }
  const entities = query.entities.map((root) =>
    mapItems(root, (item) => {
      const { summaries: _, ...bare } = item;
      const kept = doc.grouped ? item : bare;
      const addition = additions.get(item.alias);
      return addition ? [kept, { entity: addition }] : [kept];
    }),
  );
  const group = query.group && [...query.group, ...[...labels.values()].flat()];
  return { query: { ...query, entities, ...(group ? { group } : {}) }, labels };
}

/** Whether any column asks for totals over all rows. */
export function hasTotals(doc: QueryDocument): boolean {
  const wants = (node: EntityNode): boolean =>
    node.attributes.some((item) => (isNested(item) ? wants(item.entity) : (item.summaries?.length ?? 0) > 0));
  return !doc.grouped && doc.entities.some(wants);
}

/** The document asks for something that can be sent. */
export function isRunnable(doc: QueryDocument): boolean {
  const selects = (node: EntityNode): boolean =>
    node.attributes.some((item) =>
      isNested(item) ? selects(item.entity) : item.selected || (doc.grouped && item.summaries !== undefined),
    );
  return doc.entities.length > 0 && doc.entities.some(selects);
}

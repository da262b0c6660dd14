// From the document to what is sent: periods become dates, and what is computed goes without an id.
import type * as wire from '../../src/contract/grid.ts';
import type { GridRequest } from '../../src/contract/grid.ts';
import type { PageOf } from '../api/resources.ts';
import {
  type Argument,
  type EntityNode,
  type Group,
  isExists,
  isGroup,
  isNested,
  isValue,
  type QueryDocument,
  type Rollup,
  type Rule,
  type SortKey,
  type Top,
} from './document.ts';
import { certain } from './noneOf.ts';
import { isNegated, type MovingPeriod, parsePeriod, resolvePeriod, wirePeriod } from './relative.ts';

/** Filters as they are sent. */
export interface GroupSent extends wire.Where {
  readonly cond: NonNullable<wire.Where['cond']>;
}

/** The body of a query, without its page. */
export interface UniGrid extends Omit<GridRequest, keyof PageOf> {
  readonly entities: readonly EntitySent[];
  readonly where?: GroupSent;
  readonly order: readonly SortKey[];
  readonly group?: readonly string[];
  readonly having?: GroupSent;
}

/** How a period that moves is sent: as the dates of the day, or as the words that the service understands. */
type Moving = Date | 'kept';

/** Only the service knows which day it is in another zone. */
function clockOf({ timezone }: QueryDocument, moment: Moving): Moving {
  return timezone === undefined ? moment : 'kept';
}

function resolveRule(rule: Rule, now: Moving): wire.Where {
  if (isGroup(rule)) return resolveGroup(rule, now);
  const [subject, value] = rule.func.args;
  const period = isValue(value) ? parsePeriod(value.value) : undefined;
  if (subject && period) {
    const isNot = isNegated(rule.func.name);
    // Only the service knows when the query is answered.
    if (period.kind !== 'fixed' && (now === 'kept' || period.toNow))
      return movingRule(subject, period, isNot);
    const { from, before } = resolvePeriod(period, now === 'kept' ? new Date(0) : now);
    const bounds = {
      cond: {
        with: 'AND',
        entries: [
          { func: { name: 'GTE', args: [subject, { value: from }] } },
          { func: { name: 'LT', args: [subject, { value: before }] } },
        ],
      },
    };
    return isNot ? { cond: { with: 'NOT', entries: [bounds] } } : bounds;
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

function movingRule(subject: Argument, period: MovingPeriod, isNot: boolean): wire.Where {
  const name = isNot ? 'NOT_IN_PERIOD' : 'IN_PERIOD';
  return { func: { name, args: [subject, { period: wirePeriod(period) }] } };
}

function resolveGroup({ cond }: Group, now: Moving): GroupSent {
  if (cond.with !== 'NONE')
    return { cond: { ...cond, entries: cond.entries.map((rule) => resolveRule(rule, now)) } };
  const entries = cond.entries.map((rule) => resolveRule(certain(rule), now));
  return { cond: { with: 'NOT', entries } };
}

/** The fields that make the groups, in their order. */
export function groupAliases(doc: QueryDocument): string[] {
  const found: string[] = [];
  const walk = (node: EntityNode): void => {
    for (const item of node.attributes) {
      if (isNested(item)) walk(item.entity);
      else if (item.selected && !item.over) found.push(item.alias);
    }
  };
  doc.entities.forEach(walk);
  return found;
}

/** A node as it is sent: what is computed has no id there. */
export interface EntitySent extends Omit<wire.EntityNode, 'attributes'> {
  readonly attributes: readonly wire.AttributeItem[];
}

function sent(node: EntityNode, now: Moving): EntitySent {
  return {
    ...node,
    attributes: node.attributes.map((item): wire.AttributeItem => {
      if (isNested(item)) return { entity: sent(item.entity, now) };
      const { expr, rollup, over, id, ...rest } = item;
      if (over) return { alias: item.alias, over, selected: item.selected };
      if (rollup) return { ...rest, rollup: sentRollup(rollup, now) };
      return expr ? { ...rest, expr } : item;
    }),
  };
}

/** Other nodes than those of the document, sent as its own are. */
export function sentFor(doc: QueryDocument, node: EntityNode, now: Date): EntitySent {
  return sent(node, clockOf(doc, now));
}

function sentRollup({ where, ...rollup }: Rollup, now: Moving): wire.Rollup {
  return where.cond.entries.length > 0 ? { ...rollup, where: resolveGroup(where, now) } : rollup;
}

function topOf({ n, by, asc, nulls, per }: Top): GridRequest['top'] {
  return { n, order: [{ alias: by, asc, ...(nulls && { nulls }) }], ...(per.length > 0 ? { per } : {}) };
}

/** The query as a person may copy it: exactly what was asked, nothing of ours added. */
export function toUniGrid(doc: QueryDocument, now: Date): UniGrid {
  return written(doc, now);
}

/** The query as it is kept: without the values of the moment, and with periods that go on moving. */
export function toKept({ arguments: _, ...doc }: QueryDocument): UniGrid {
  return written(doc, 'kept');
}

function written(doc: QueryDocument, moment: Moving): UniGrid {
  const now = clockOf(doc, moment);
  return {
    entities: doc.entities.map((root) => sent(root, now)),
    ...(doc.where.cond.entries.length > 0 ? { where: resolveGroup(doc.where, now) } : {}),
    order: doc.order,
    ...(doc.grouped ? { group: groupAliases(doc) } : {}),
    ...(doc.grouped && doc.having.cond.entries.length > 0 ? { having: doc.having } : {}),
    ...(doc.top ? { top: topOf(doc.top) } : {}),
    ...(doc.parameters ? { parameters: doc.parameters } : {}),
    ...(doc.arguments ? { arguments: doc.arguments } : {}),
    ...(doc.timezone === undefined ? {} : { timezone: doc.timezone }),
  };
}

/** The document asks for something that can be sent. */
export function isRunnable(doc: QueryDocument): boolean {
  const selects = (node: EntityNode): boolean =>
    node.attributes.some((item) =>
      isNested(item) ? selects(item.entity) : item.selected || (doc.grouped && item.summaries !== undefined),
    );
  return doc.entities.length > 0 && doc.entities.some(selects);
}

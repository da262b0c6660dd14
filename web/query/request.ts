// Converts the document to a request: periods become dates, and computed attributes have no id.
import type * as wire from '../../src/contract/grid.ts';
import type { GridRequest } from '../../src/contract/grid.ts';
import type { PageOf } from '../api/resources.ts';
import { endOperator } from '../values/periods.ts';
import { ownZone, zoneOfNow } from '../values/zones.ts';
import {
  type Argument,
  type EntityNode,
  followsGroups,
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
import { withCertainty } from './filters/noneOf.ts';
import { isNegated, type MovingPeriod, parsePeriod, resolvePeriod, wirePeriod } from './filters/relative.ts';

/** Filters in a request. */
export interface GroupSent extends wire.Where {
  readonly cond: NonNullable<wire.Where['cond']>;
}

/** The body of a query request, without its page. */
export interface UniGrid extends Omit<GridRequest, keyof PageOf> {
  readonly entities: readonly EntitySent[];
  readonly where?: GroupSent;
  readonly order: readonly SortKey[];
  readonly group?: readonly string[];
  readonly having?: GroupSent;
}

/** The basis for resolving periods. */
interface Clock {
  /** A relative period is sent as the dates of this day, or ('kept') in the service's terms. */
  readonly now: Date | 'kept';
  readonly zone: string;
}

/** Only the service knows the current day in another zone. */
function clockOf({ timezone }: QueryDocument, now: Clock['now']): Clock {
  return timezone === undefined ? { now, zone: ownZone() } : { now: 'kept', zone: timezone };
}

function resolveRule(rule: Rule, clock: Clock): wire.Where {
  if (isGroup(rule)) return resolveGroup(rule, clock);
  const [subject, value] = rule.func.args;
  const period = isValue(value) ? parsePeriod(value.value) : undefined;
  if (subject && period) {
    const { now, zone } = clock;
    const isNot = isNegated(rule.func.name);
    // Only the service knows when the query is run.
    if (period.kind !== 'fixed' && (now === 'kept' || period.toNow || period.isOfInstants))
      return movingPeriodRule(subject, period, isNot);
    const { from, before } = resolvePeriod(period, now === 'kept' ? new Date(0) : now, zone);
    const bounds = {
      cond: {
        with: 'AND',
        entries: [
          { func: { name: 'GTE', args: [subject, { value: from }] } },
          { func: { name: endOperator(before), args: [subject, { value: before }] } },
        ],
      },
    };
    return isNot ? { cond: { with: 'NOT', entries: [bounds] } } : bounds;
  }
  return {
    func: {
      ...rule.func,
      args: rule.func.args.map((argument) =>
        isExists(argument) ? { ...argument, where: resolveGroup(argument.where, clock) } : argument,
      ),
    },
  };
}

function movingPeriodRule(subject: Argument, period: MovingPeriod, isNot: boolean): wire.Where {
  const name = isNot ? 'NOT_IN_PERIOD' : 'IN_PERIOD';
  return { func: { name, args: [subject, { period: wirePeriod(period) }] } };
}

function resolveGroup({ cond }: Group, clock: Clock): GroupSent {
  if (cond.with !== 'NONE')
    return { cond: { ...cond, entries: cond.entries.map((rule) => resolveRule(rule, clock)) } };
  const entries = cond.entries.map((rule) => resolveRule(withCertainty(rule), clock));
  return { cond: { with: 'NOT', entries } };
}

/** The group fields, in order. */
export function groupAliases(doc: QueryDocument): string[] {
  const found: string[] = [];
  const walk = (node: EntityNode): void => {
    for (const item of node.attributes) {
      if (isNested(item)) walk(item.entity);
      else if (item.selected && !followsGroups(item)) found.push(item.alias);
    }
  };
  doc.entities.forEach(walk);
  return found;
}

/** A node in a request: computed attributes have no id there. */
export interface EntitySent extends Omit<wire.EntityNode, 'attributes'> {
  readonly attributes: readonly wire.AttributeItem[];
}

function toSentNode(node: EntityNode, clock: Clock): EntitySent {
  return {
    ...node,
    attributes: node.attributes.map((item): wire.AttributeItem => {
      if (isNested(item)) return { entity: toSentNode(item.entity, clock) };
      const { expr, rollup, over, perGroup, id, ...rest } = item;
      if (over) return { alias: item.alias, over, selected: item.selected };
      if (perGroup) return { alias: item.alias, expr: perGroup, selected: item.selected };
      if (rollup) return { ...rest, rollup: sentRollup(rollup, clock) };
      return expr ? { ...rest, expr } : item;
    }),
  };
}

/** Converts nodes that are not part of the document in the same way. */
export function sentFor(doc: QueryDocument, node: EntityNode, now: Date): EntitySent {
  return toSentNode(node, clockOf(doc, now));
}

function sentRollup({ where, ...measure }: Rollup, clock: Clock): wire.Rollup {
  const rollup = { ...measure, entity: toSentNode(measure.entity, clock) };
  return where.cond.entries.length > 0 ? { ...rollup, where: resolveGroup(where, clock) } : rollup;
}

function topOf({ n, by, asc, nulls, per }: Top): GridRequest['top'] {
  return { n, order: [{ alias: by, asc, ...(nulls && { nulls }) }], ...(per.length > 0 ? { per } : {}) };
}

/** The query as a person may copy it: exactly what was asked, without our additions. */
export function toUniGrid(doc: QueryDocument, now: Date): UniGrid {
  return toWire(doc, now);
}

/** The query for saving: without current parameter values, and with relative periods. */
export function toSaved({ arguments: _, ...doc }: QueryDocument): UniGrid {
  return toWire(doc, 'kept');
}

const now: ReadonlySet<unknown> = new Set(['NOW', 'TODAY']);
/** Functions whose result for an instant depends on the time zone. */
const zoneDependentFunctions: ReadonlySet<unknown> = new Set([
  'CAST',
  'DISTANCE',
  'PART',
  'SHIFT',
  'TRUNCATE',
]);

/** The parts of a query that depend on the time zone. */
function timedParts(part: unknown): readonly ('now' | 'moment')[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'period' || (key === 'fn' && now.has(value))) return ['now', ...timedParts(value)];
    if (key === 'bucket' || (key === 'fn' && zoneDependentFunctions.has(value))) return ['moment'];
    return timedParts(value);
  });
}

/**
 * Days and months in a person's query refer to the time zone in which times are shown to them; a saved query has no
 * zone of its own.
 */
function zoneFor(query: UniGrid): string | undefined {
  const parts = timedParts(query);
  if (parts.includes('now')) return zoneOfNow();
  return parts.length > 0 ? ownZone() : undefined;
}

function toWire(doc: QueryDocument, moment: Clock['now']): UniGrid {
  const clock = clockOf(doc, moment);
  const query: UniGrid = {
    entities: doc.entities.map((root) => toSentNode(root, clock)),
    ...(doc.where.cond.entries.length > 0 ? { where: resolveGroup(doc.where, clock) } : {}),
    order: doc.order,
    ...(doc.grouped ? { group: groupAliases(doc) } : {}),
    ...(doc.grouped && doc.having.cond.entries.length > 0 ? { having: doc.having } : {}),
    ...(doc.top ? { top: topOf(doc.top) } : {}),
    ...(doc.parameters ? { parameters: doc.parameters } : {}),
    ...(doc.arguments ? { arguments: doc.arguments } : {}),
    ...(doc.timezone === undefined ? {} : { timezone: doc.timezone }),
  };
  const zone = moment === 'kept' || doc.timezone !== undefined ? undefined : zoneFor(query);
  return zone === undefined ? query : { ...query, timezone: zone };
}

/** Whether the document requests anything at all. */
export function isRunnable(doc: QueryDocument): boolean {
  const selects = (node: EntityNode): boolean =>
    node.attributes.some((item) =>
      isNested(item) ? selects(item.entity) : item.selected || (doc.grouped && item.summaries !== undefined),
    );
  return doc.entities.length > 0 && doc.entities.some(selects);
}

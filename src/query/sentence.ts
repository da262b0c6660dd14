// A query document as one English sentence, for people who read an answer without the page.
import type { Argument, AttributeItem, EntityNode, GridRequest, Where } from '../contract/grid.ts';
import { operators } from './operators.ts';

const maxNames = 6;
const maxValues = 3;
const maxValueLength = 60;

/** Uses the parameters' values: a condition without a value is left out, as it is when the query runs. */
export function sentenceOf(request: GridRequest): string {
  const { order = [], group, top, pivot, limit } = request;
  const values = valuesOf(request);
  const where = conditionOf(request.where, values);
  const having = conditionOf(request.having, values);
  const grouped = group !== undefined;
  const fields = request.entities.flatMap((entity) => fieldsOf(entity, grouped));
  const buckets = new Map(request.entities.flatMap(bucketsOf));
  const by =
    grouped && group.length > 0 ? ` by ${listed(group.map((name) => buckets.get(name) ?? name))}` : '';
  const parts = [
    `${fields.length === 0 ? 'Number of rows' : listed(fields)}${by} of ${listed(request.entities.map(({ id }) => id))}`,
    ...withRelated(request.entities),
    ...(where === '' ? [] : [`where ${where}`]),
    ...(having === '' ? [] : [`having ${having}`]),
    ...(top === undefined ? [] : [topOf(top)]),
    ...(order.length === 0 ? [] : [`sorted by ${listed(order.map(sorted))}`]),
    ...(pivot === undefined ? [] : [`with the values of ${pivot} as columns`]),
    ...(limit === undefined ? [] : [`up to ${limit} rows`]),
  ];
  return `${parts.join(', ')}.`;
}

function topOf({ n, per = [], order }: NonNullable<GridRequest['top']>): string {
  const each = per.length === 0 ? '' : ` of each ${listed(per)}`;
  return `the first ${n}${each} by ${listed(order.map(sorted))}`;
}

/** The buckets that dates are grouped by, by attribute name. */
function bucketsOf({ attributes = [] }: EntityNode): (readonly [string, string])[] {
  return attributes.flatMap((item) => {
    if ('entity' in item) return bucketsOf(item.entity);
    const name = nameOf(item);
    return 'bucket' in item && item.bucket ? [[name, `${item.bucket} of ${name}`] as const] : [];
  });
}

type Values = ReadonlyMap<string, unknown>;

function valuesOf({ parameters = [], arguments: given = {} }: GridRequest): Values {
  const values = parameters.map(({ name, default: standard }) => {
    const own = Object.hasOwn(given, name) ? given[name] : null;
    return [name, own ?? standard ?? null] as const;
  });
  return new Map(values.filter(([, value]) => value !== null));
}

/** The fields shown; in a grouped query, the measures. */
function fieldsOf({ attributes = [] }: EntityNode, grouped: boolean): string[] {
  return attributes.flatMap((item) => {
    if ('entity' in item) return fieldsOf(item.entity, grouped);
    const name = nameOf(item);
    const measures = 'summaries' in item ? (item.summaries ?? []) : [];
    if (measures.length > 0) return measures.map((summary) => `${summary} of ${name}`);
    return grouped || item.selected === false ? [] : [name];
  });
}

function nameOf(item: Exclude<AttributeItem, { readonly entity: EntityNode }>): string {
  return item.alias ?? ('id' in item ? item.id : '');
}

function withRelated(entities: readonly EntityNode[]): string[] {
  const related = entities.flatMap(relatedTo);
  return related.length === 0 ? [] : [`with ${listed(related)}`];
}

function relatedTo({ attributes = [] }: EntityNode): string[] {
  return attributes.flatMap((item) => ('entity' in item ? [item.entity.id, ...relatedTo(item.entity)] : []));
}

function sorted({
  alias,
  asc = true,
}: {
  readonly alias: string;
  readonly asc?: boolean | undefined;
}): string {
  return asc ? alias : `${alias} descending`;
}

function conditionOf(where: Where | null | undefined, values: Values): string {
  if (where?.func !== undefined) return functionOf(where.func, values);
  if (where?.cond === undefined) return '';
  const entries = where.cond.entries.map((one) => conditionOf(one, values)).filter((text) => text !== '');
  if (entries.length === 0) return '';
  const word = where.cond.with.toUpperCase();
  if (word === 'NOT') return `none of (${entries.join(' or ')})`;
  const joined = entries.join(word === 'OR' ? ' or ' : ' and ');
  return entries.length > 1 && word === 'OR' ? `(${joined})` : joined;
}

function functionOf({ name, args }: NonNullable<Where['func']>, values: Values): string {
  if (args.some(({ param }) => param !== undefined && !values.has(param))) return '';
  const phrase = operators.get(name)?.phrase ?? name;
  const [first, ...rest] = args.map((argument) => argumentOf(argument, values));
  if (args[0]?.entity !== undefined) return `${args[0].of ?? 'it'} ${phrase} ${first}`;
  return [first, phrase, rest.join(' and ')].filter((text) => text !== undefined && text !== '').join(' ');
}

function argumentOf({ alias, value, param, period, entity, where }: Argument, values: Values): string {
  if (alias !== undefined) return alias;
  if (param !== undefined) return valueWords(values.get(param));
  if (period !== undefined) return periodWords(period);
  if (entity !== undefined) {
    const inner = conditionOf(where, values);
    return inner === '' ? entity.id : `${entity.id} (${inner})`;
  }
  return value === undefined ? 'anything' : valueWords(value);
}

/** “the last 3 months”, “the month 2 months ago until now”. */
function periodWords({ unit, offset, count = 1, to }: NonNullable<Argument['period']>): string {
  const first = Number(offset);
  const units = Number(count);
  const until = to === undefined ? '' : ' until now';
  if (units === 1) return `${unitWords(unit, first)}${until}`;
  const many =
    first === -units
      ? `the last ${units} ${unit}s`
      : `the ${units} ${unit}s from ${unitWords(unit, first)} on`;
  return `${many}${until}`;
}

function unitWords(unit: string, offset: number): string {
  if (offset === 0) return unit === 'day' ? 'today' : `this ${unit}`;
  const distance = Math.abs(offset);
  if (distance === 1) return `the ${offset < 0 ? 'last' : 'next'} ${unit}`;
  return `the ${unit} ${distance} ${unit}s ${offset < 0 ? 'ago' : 'from now'}`;
}

function valueWords(value: unknown): string {
  const all = [value].flat();
  if (all.length === 0) return 'nothing';
  const shown = all.slice(0, maxValues).map(shownValue);
  const more = all.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function shownValue(value: unknown): string {
  const text = String(value);
  const short = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return typeof value === 'string' ? `"${short}"` : short;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

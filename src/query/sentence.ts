// A query document as one English sentence, for whoever reads an answer without the page.
import type { Argument, AttributeItem, EntityNode, GridRequest, Where } from '../contract/grid.ts';
import { operators } from './operators.ts';

const mostNamed = 6;
const mostValues = 3;
const longestValue = 60;

export function sentenceOf(request: GridRequest): string {
  const { where, having, order = [], group, top, pivot, limit } = request;
  const grouped = group !== undefined;
  const fields = request.entities.flatMap((entity) => fieldsOf(entity, grouped));
  const by = grouped && group.length > 0 ? ` by ${listed(group)}` : '';
  const parts = [
    `${fields.length === 0 ? 'Number of rows' : listed(fields)}${by} of ${listed(request.entities.map(({ id }) => id))}`,
    ...withRelated(request.entities),
    ...spoken('where', where),
    ...spoken('having', having),
    ...(top === undefined ? [] : [`the first ${top.n} by ${listed(top.order.map(({ alias }) => alias))}`]),
    ...(order.length === 0 ? [] : [`sorted by ${listed(order.map(sorted))}`]),
    ...(pivot === undefined ? [] : [`with the values of ${pivot} as columns`]),
    ...(limit === undefined ? [] : [`up to ${limit} rows`]),
  ];
  return `${parts.join(', ')}.`;
}

/** What is shown; with groups that are the measures. */
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

function spoken(word: string, where: Where | null | undefined): string[] {
  const text = conditionOf(where);
  return text === '' ? [] : [`${word} ${text}`];
}

function conditionOf(where: Where | null | undefined): string {
  if (where?.func !== undefined) return functionOf(where.func);
  if (where?.cond === undefined) return '';
  const entries = where.cond.entries.map(conditionOf).filter((text) => text !== '');
  const word = where.cond.with.toUpperCase();
  if (word === 'NOT') return `none of (${entries.join(' or ')})`;
  const joined = entries.join(word === 'OR' ? ' or ' : ' and ');
  return entries.length > 1 && word === 'OR' ? `(${joined})` : joined;
}

function functionOf({ name, args }: NonNullable<Where['func']>): string {
  const phrase = operators.get(name)?.phrase ?? name;
  const [first, ...rest] = args.map(argumentOf);
  if (args[0]?.entity !== undefined) return `${args[0].of ?? 'it'} ${phrase} ${first}`;
  return [first, phrase, rest.join(' and ')].filter((text) => text !== undefined && text !== '').join(' ');
}

function argumentOf({ alias, value, param, period, entity, where }: Argument): string {
  if (alias !== undefined) return alias;
  if (param !== undefined) return `{${param}}`;
  if (period !== undefined) {
    const { unit, offset, count } = period;
    return `the ${count === undefined ? unit : `${count} ${unit}s`} at ${offset} from now`;
  }
  if (entity !== undefined) {
    const inner = conditionOf(where);
    return inner === '' ? entity.id : `${entity.id} (${inner})`;
  }
  if (value === undefined) return 'anything';
  const values = [value].flat();
  const shown = values.slice(0, mostValues).map(shownValue);
  const more = values.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function shownValue(value: unknown): string {
  const text = String(value);
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  return typeof value === 'string' ? `"${short}"` : short;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

// Parameters: values that a query needs whenever it is run, created from the values of its filters.
import type { ModeType } from '../../src/contract/mode.ts';
import type { Model } from '../model/model.ts';
import { fieldLabel } from './columns.ts';
import {
  type Argument,
  argumentFor,
  type Group,
  isExists,
  isGroup,
  isParam,
  type Parameter,
  type ParameterValue,
  type QueryDocument,
  type Rule,
} from './document.ts';
import { mapAttributes } from './edits.ts';
import { combinedConditionAt } from './filters/existence.ts';
import { columnAt, type FilterValue } from './filters/filters.ts';
import { parsePeriod } from './filters/relative.ts';
import type { RulePlace } from './filters/rules.ts';
import { readingAt, replaceFilter, setFilter } from './groups/counting.ts';
import { pruneParameters } from './references.ts';

/** Query parameters with a fixed meaning in addresses of rows. */
export const reservedNames: readonly string[] = ['limit', 'offset', 'format'];

/** A name that is readable in an address, and not used by another parameter. */
function freeName(doc: QueryDocument, label: string): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? ['value'];
  const name = words.join('_');
  const taken = new Set([...reservedNames, ...(doc.parameters ?? []).map((parameter) => parameter.name)]);
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  return free;
}

function plainValue(value: FilterValue): ParameterValue | undefined {
  if (value.kind === 'literal') return parsePeriod(value.value) ? undefined : value.value;
  return value.kind === 'list' ? value.values : undefined;
}

/** A filter value that can become a parameter, and that parameter. */
export interface ParameterOffer {
  /** The index of the filter's value. */
  readonly index: number;
  readonly parameter: Parameter;
}

/** The types of values that a person can type. */
const typed: readonly ModeType[] = [
  'boolean',
  'string',
  'text',
  'integer',
  'numeric',
  'datetime',
  'date',
  'time',
  'selection',
  'uuid',
];

export function offerParameters(
  doc: QueryDocument,
  model: Model,
  place: RulePlace,
): readonly ParameterOffer[] {
  const filter = readingAt(doc, model, place);
  const type = filter && columnAt(doc, model, filter.path)?.type;
  if (!type || !typed.includes(type)) return [];
  const field = fieldLabel(doc, model, filter.path).split(' › ').at(-1) ?? filter.path.attribute;
  return filter.values.flatMap((value, index): readonly ParameterOffer[] => {
    const usual = plainValue(value);
    if (usual === undefined) return [];
    const many = value.kind === 'list' ? { many: true } : {};
    return [
      { index, parameter: { name: freeName(doc, field), label: field, type, default: usual, ...many } },
    ];
  });
}

/** Replaces a filter value by a parameter. */
export function makeParameter(
  doc: QueryDocument,
  model: Model,
  place: RulePlace,
  { index, parameter }: ParameterOffer,
): QueryDocument {
  const filter = readingAt(doc, model, place);
  if (!filter) return doc;
  const values = filter.values.with(index, { kind: 'param', name: parameter.name });
  const declared = { ...doc, parameters: [...(doc.parameters ?? []), parameter] };
  return setFilter(
    declared,
    model,
    { ...filter, values },
    {
      write: (next, rule) => replaceFilter(next, model, place, rule),
      at: place,
      join: combinedConditionAt(doc, place),
    },
  );
}

/** The current value of a parameter. */
export function currentValue(doc: QueryDocument, parameter: Parameter): ParameterValue | undefined {
  return argumentFor(doc, parameter.name) ?? parameter.default;
}

/** Sets a parameter's value; undefined restores the default. */
export function setArgument(
  doc: QueryDocument,
  name: string,
  value: ParameterValue | undefined,
): QueryDocument {
  const { arguments: given = {}, ...rest } = doc;
  const others = Object.entries(given).filter(([one]) => one !== name);
  const next = value === undefined ? others : [...others, [name, value] as const];
  return next.length > 0 ? { ...rest, arguments: Object.fromEntries(next) } : rest;
}

export function changeParameter(doc: QueryDocument, name: string, next: Parameter): QueryDocument {
  const parameters = (doc.parameters ?? []).map((one) => (one.name === name ? next : one));
  const renamed = next.name === name ? doc : mapParams(doc, name, { param: next.name });
  const value = argumentFor(doc, name);
  const moved = setArgument(setArgument(renamed, name, undefined), next.name, value);
  return { ...moved, parameters };
}

/** Replaces the parameter by its current value; without one its filters are removed. */
export function dropParameter(doc: QueryDocument, name: string): QueryDocument {
  const parameter = doc.parameters?.find((one) => one.name === name);
  const value = parameter && currentValue(doc, parameter);
  return pruneParameters(mapParams(doc, name, value === undefined ? undefined : { value }));
}

/** Replaces a parameter in all filters; without a replacement, the filters are removed. */
function mapParams(doc: QueryDocument, name: string, by: Argument | undefined): QueryDocument {
  const isParameter = (argument: Argument) => isParam(argument) && argument.param === name;
  const mapRule = (rule: Rule): readonly Rule[] => {
    if (isGroup(rule)) return [mapGroup(rule)];
    if (!by && rule.func.args.some(isParameter)) return [];
    const args = rule.func.args.map((argument): Argument => {
      if (isExists(argument)) return { ...argument, where: mapGroup(argument.where) };
      return by && isParameter(argument) ? by : argument;
    });
    return [{ func: { ...rule.func, args } }];
  };
  const mapGroup = ({ cond }: Group): Group => ({
    cond: { ...cond, entries: cond.entries.flatMap(mapRule) },
  });
  const measures = mapAttributes(doc, (node) =>
    node.rollup ? { ...node, rollup: { ...node.rollup, where: mapGroup(node.rollup.where) } } : node,
  );
  return { ...measures, where: mapGroup(doc.where), having: mapGroup(doc.having) };
}

/** Required parameters without a value: the query cannot be run without them. */
export function missingParameters(doc: QueryDocument): readonly Parameter[] {
  return (doc.parameters ?? []).filter(
    (parameter) => parameter.required === true && currentValue(doc, parameter) === undefined,
  );
}

/** The display name of a parameter. */
export function parameterLabel(doc: QueryDocument, name: string): string {
  return doc.parameters?.find((parameter) => parameter.name === name)?.label ?? name;
}

// The query document: a person's query as plain data. Its core is what the query endpoint accepts; `view` adds what
// only concerns the page. Every change is a pure function from one document to the next.

import type { BucketName } from '../../src/contract/buckets.ts';
import type * as wire from '../../src/contract/grid.ts';
import { type SummaryName, summaryNames } from '../../src/contract/summaries.ts';
import { ownValue } from '../state/ownValue.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';

/** Fields that are optional in the request, but that the page always sets. */
type Written<T, K extends keyof T> = { readonly [P in K]-?: Exclude<T[P], null | undefined> };

/** The relation from a parent node to a related entity. The child's column is named only if necessary. */
export interface NodeRelation extends wire.RelationRef {
  readonly attr_parent: string;
}

export interface AttributeNode extends wire.AttributeSelector {
  readonly alias: string;
  /** Shown in the result; otherwise it only serves filters, or is a measure of a grouped query. */
  readonly selected: boolean;
  readonly summaries?: readonly SummaryName[];
  /** A field computed from others; it has no id, and is referred to by its alias. */
  readonly expr?: Expr;
  /** A measure of related records; like a computed field it has an alias instead of an id. */
  readonly rollup?: Rollup;
  /** A value computed over the groups of the answer; it has no id either. */
  readonly over?: wire.Over;
  /**
   * A formula of a group's measures, such as one sum divided by another; sent as an `expr`, although it is not a field
   * of single rows.
   */
  readonly perGroup?: Expr;
}

/** Whether it is computed from the groups, and so does not create any. */
export function followsGroups({ over, perGroup }: AttributeNode): boolean {
  return over !== undefined || perGroup !== undefined;
}

/** An alias, a value, a function, or a conditional. The page does not use parameters here. */
export type Expr =
  | Extract<wire.Expr, { alias: string } | { value: wire.Scalar }>
  | { readonly fn: string; readonly args: readonly Expr[] }
  | CaseExpr;

export interface CaseExpr extends wire.CaseExpr {
  readonly case: readonly Branch[];
  readonly else?: Expr | undefined;
}

export interface Branch {
  readonly when: Rule;
  readonly then: Expr;
}

export function branch(when: Rule, then: Expr): Branch {
  return { when, then };
}

/** A summary of related records, for each record that they belong to. */
export interface Rollup extends wire.Rollup {
  readonly entity: EntityNode;
  readonly summary: RollupSummary;
  /** The measured field of the related records. */
  readonly of: string;
  /** The filter on the related records. */
  readonly where: Group;
  /** The order that determines the first or last record. */
  readonly order?: readonly SortKey[];
}

/** Summaries of all records, and the value of a single one. */
export const rollupSummaries = [...summaryNames, 'first', 'last'] as const;
export type RollupSummary = (typeof rollupSummaries)[number];

export interface EntityNode extends wire.EntityNode {
  readonly relation: NodeRelation | null;
  readonly attributes: readonly Item[];
}

export interface RootNode extends EntityNode {
  readonly alias: string;
  readonly relation: null;
}

export interface NestedEntity extends wire.EntityWrapper {
  readonly entity: EntityNode;
}

export type Item = AttributeNode | NestedEntity;

/** Strings stand for numbers and dates, too: the service parses them exactly, as the column's type. */
export type Literal = Extract<wire.Scalar, string | number | boolean>;

export type AliasArgument = Written<wire.Argument, 'alias'>;
export interface ValueArgument extends Pick<wire.Argument, 'value'> {
  readonly value: Literal | readonly Literal[];
}
/** The open end of a between. */
export type OpenArgument = Readonly<Record<string, never>>;
/** Related records that must (or must not) exist; `of` is the alias of their root. */
export interface ExistsArgument extends Written<wire.Argument, 'entity' | 'of' | 'where'> {
  readonly entity: EntityNode;
  readonly where: Group;
}
/** A parameter, whose value is given when the query is run. */
export type ParamArgument = Written<wire.Argument, 'param'>;
export type Argument = AliasArgument | ValueArgument | ParamArgument | ExistsArgument | OpenArgument;

export interface Condition extends wire.Where {
  readonly func: { readonly name: string; readonly args: readonly Argument[] };
}

/**
 * `NONE` is what people mean by none of: rows without a value are included. `NOT` is the service's operator, which is
 * unknown for such rows and excludes them; older links and queries from elsewhere use it.
 */
export type Combinator = 'AND' | 'OR' | 'NOT' | 'NONE';

export interface Group extends wire.Where {
  readonly cond: { readonly with: Combinator; readonly entries: readonly Rule[] };
}

export type Rule = Condition | Group;

export interface SortKey extends Written<wire.OrderRule, 'alias' | 'asc'> {
  /** The position of rows without a value; last by default. */
  readonly nulls?: wire.OrderRule['nulls'];
}

/** The values of many related records in one cell. The page fetches them separately. */
export interface ListColumn {
  readonly id: string;
  readonly root: string;
  readonly steps: readonly Step[];
  readonly attribute: string;
}

/** One step along a relation, as used in paths. */
export interface Step {
  readonly own: string;
  readonly entity: string;
  readonly other: string;
}

/** The chosen chart; fields are identified by their paths. */
export interface ChartChoice {
  readonly kind?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly aggregate?: SummaryName | undefined;
  readonly bucket?: BucketName | undefined;
}

export interface View {
  /** Column ids in screen order; missing ones follow in the order of the query. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly lists: readonly ListColumn[];
  readonly chart?: ChartChoice;
  /** The custom names and formats of columns, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly formats: Readonly<Record<string, ColumnFormat>>;
  readonly rowHeight?: RowHeight;
}

export const rowHeights = ['low', 'high'] as const;
/** Absent for the default height. */
export type RowHeight = (typeof rowHeights)[number];

/** The top N rows or groups by a column, overall or for each value of other columns. */
export interface Top {
  readonly n: number;
  readonly by: string;
  readonly asc: boolean;
  /** The position of rows without a value; last by default. */
  readonly nulls?: wire.OrderRule['nulls'];
  readonly per: readonly string[];
}

export type ParameterValue = Literal | readonly Literal[];

/** A value that the query needs whenever it is run. */
export interface Parameter extends wire.Parameter {
  readonly default?: ParameterValue | undefined;
}

export interface QueryDocument {
  readonly entities: readonly RootNode[];
  readonly where: Group;
  readonly order: readonly SortKey[];
  /** Selected fields form the groups, fields with summaries are measures. */
  readonly grouped: boolean;
  /** Conditions on the measures of groups. */
  readonly having: Group;
  readonly top?: Top;
  readonly parameters?: readonly Parameter[];
  /** The values of the parameters, by name; missing ones have their default. */
  readonly arguments?: Readonly<Record<string, ParameterValue>>;
  /** The time zone of days; the service's by default. */
  readonly timezone?: string;
  readonly view: View;
}

export const emptyView: View = {
  order: [],
  hidden: [],
  pinned: [],
  widths: {},
  lists: [],
  names: {},
  formats: {},
};

export const noFilter: Group = { cond: { with: 'AND', entries: [] } };

export const emptyDocument: QueryDocument = {
  entities: [],
  where: noFilter,
  order: [],
  grouped: false,
  having: noFilter,
  view: emptyView,
};

/** An empty document with the same parameters and time zone. */
export function emptyBeside({ parameters, arguments: given, timezone }: QueryDocument): QueryDocument {
  return {
    ...emptyDocument,
    ...(parameters ? { parameters } : {}),
    ...(given ? { arguments: given } : {}),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** The root with this alias, which paths, measures and filters on related records refer to. */
export function rootOf({ entities }: QueryDocument, alias: string | undefined): RootNode | undefined {
  return entities.find((root) => root.alias === alias);
}

export function isNested(item: Item): item is NestedEntity {
  return 'entity' in item;
}

/** The definition of an attribute that is not a column: its formula or its measure. */
export function derivation({
  expr,
  rollup,
}: AttributeNode): Pick<AttributeNode, 'expr' | 'rollup'> | undefined {
  if (expr) return { expr };
  return rollup && { rollup };
}

export function isGroup(rule: Rule): rule is Group {
  return 'cond' in rule;
}

export function isAlias(argument: Argument | undefined): argument is AliasArgument {
  return argument !== undefined && 'alias' in argument && typeof argument.alias === 'string';
}

export function isValue(argument: Argument | undefined): argument is ValueArgument {
  return argument !== undefined && 'value' in argument;
}

export function isParam(argument: Argument | undefined): argument is ParamArgument {
  return argument !== undefined && 'param' in argument && typeof argument.param === 'string';
}

export function isExists(argument: Argument | undefined): argument is ExistsArgument {
  return argument !== undefined && 'entity' in argument;
}

/** The value given for a parameter. */
export function argumentFor({ arguments: given }: QueryDocument, name: string): ParameterValue | undefined {
  return ownValue(given, name);
}

// The query document: what a person has asked for, as plain data. Its core is what the query endpoint takes;
// `view` adds what only concerns the page. Every change is a pure function from one document to the next.

import type { BucketName } from '../../src/contract/buckets.ts';
import type * as wire from '../../src/contract/grid.ts';
import { type SummaryName, summaryNames } from '../../src/contract/summaries.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';

/** Fields that the wire may leave out and the page always writes. */
type Written<T, K extends keyof T> = { readonly [P in K]-?: Exclude<T[P], null | undefined> };

/** How to get from a parent node to a related entity. The child's column is named only where it must be. */
export interface NodeRelation extends wire.RelationRef {
  readonly attr_parent: string;
}

export interface AttributeNode extends wire.AttributeSelector {
  readonly alias: string;
  /** In the result; otherwise it only serves filters, or is a measure of a grouped query. */
  readonly selected: boolean;
  readonly summaries?: readonly SummaryName[];
  /** A field that is computed from others; it has no id of its own, and its alias stands in its place. */
  readonly expr?: Expr;
  /** A measure of related records; as with a computed field, its alias stands in place of an id. */
  readonly rollup?: Rollup;
  /** A value that is worked out over the groups of the answer; it has no id either. */
  readonly over?: wire.Over;
  /** A formula of what each group comes to, such as one sum by another; an `expr` on the wire, and no field of single rows. */
  readonly perGroup?: Expr;
}

/** Whether it is worked out once the groups are there, and so makes none of them. */
export function followsGroups({ over, perGroup }: AttributeNode): boolean {
  return over !== undefined || perGroup !== undefined;
}

/** An alias, a value, a function of others, or one of several by what holds. Parameters have no place there on the page. */
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

/** What related records come to, for each record that they belong to. */
export interface Rollup extends wire.Rollup {
  readonly entity: EntityNode;
  readonly summary: RollupSummary;
  /** The field of theirs that is measured. */
  readonly of: string;
  /** Which of them count. */
  readonly where: Group;
  /** What the first or the last of them is found by. */
  readonly order?: readonly SortKey[];
}

/** All of them together, or one of them. */
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

/** Text stands for numbers and dates too: the service reads it as the column's type, digit by digit. */
export type Literal = Extract<wire.Scalar, string | number | boolean>;

export type AliasArgument = Written<wire.Argument, 'alias'>;
export interface ValueArgument extends Pick<wire.Argument, 'value'> {
  readonly value: Literal | readonly Literal[];
}
/** The open end of a between. */
export type OpenArgument = Readonly<Record<string, never>>;
/** Related records that must (or must not) exist; `of` is the alias of the root that they hang on. */
export interface ExistsArgument extends Written<wire.Argument, 'entity' | 'of' | 'where'> {
  readonly entity: EntityNode;
  readonly where: Group;
}
/** The value that is given for a parameter when the query is run. */
export type ParamArgument = Written<wire.Argument, 'param'>;
export type Argument = AliasArgument | ValueArgument | ParamArgument | ExistsArgument | OpenArgument;

export interface Condition extends wire.Where {
  readonly func: { readonly name: string; readonly args: readonly Argument[] };
}

/**
 * `NONE` is what a person means by none of: what has no value does not fit, so it is not left out. `NOT` is the operator of
 * the wire, to which such a row is neither; older links and queries of others have it.
 */
export type Combinator = 'AND' | 'OR' | 'NOT' | 'NONE';

export interface Group extends wire.Where {
  readonly cond: { readonly with: Combinator; readonly entries: readonly Rule[] };
}

export type Rule = Condition | Group;

export interface SortKey extends Written<wire.OrderRule, 'alias' | 'asc'> {
  /** Where rows without a value come; absent: last. */
  readonly nulls?: wire.OrderRule['nulls'];
}

/** The values of many related records in one cell. The page fetches them beside the rows. */
export interface ListColumn {
  readonly id: string;
  readonly root: string;
  readonly steps: readonly Step[];
  readonly attribute: string;
}

/** One step along a relation, as a path writes it. */
export interface Step {
  readonly own: string;
  readonly entity: string;
  readonly other: string;
}

/** How the result is drawn, where a person chose so; fields are named by their paths. */
export interface ChartChoice {
  readonly kind?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly aggregate?: SummaryName | undefined;
  readonly bucket?: BucketName | undefined;
}

export interface View {
  /** Column ids in the order of the screen; what is missing comes after, in the order of the query. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly lists: readonly ListColumn[];
  readonly chart?: ChartChoice;
  /** What a person calls a column, and how it is shown, by its id. */
  readonly names: Readonly<Record<string, string>>;
  readonly formats: Readonly<Record<string, ColumnFormat>>;
  readonly rowHeight?: RowHeight;
}

export const rowHeights = ['low', 'high'] as const;
/** Absent: the usual height. */
export type RowHeight = (typeof rowHeights)[number];

/** The first so many rows or groups by a column, of all or for each value of others. */
export interface Top {
  readonly n: number;
  readonly by: string;
  readonly asc: boolean;
  /** Where those without a value come; absent: last. */
  readonly nulls?: wire.OrderRule['nulls'];
  readonly per: readonly string[];
}

export type ParameterValue = Literal | readonly Literal[];

/** What a query asks for each time that it is run. */
export interface Parameter extends wire.Parameter {
  readonly default?: ParameterValue | undefined;
}

export interface QueryDocument {
  readonly entities: readonly RootNode[];
  readonly where: Group;
  readonly order: readonly SortKey[];
  /** Selected fields are the group, fields with summaries its measures. */
  readonly grouped: boolean;
  /** Conditions on the measures of groups. */
  readonly having: Group;
  readonly top?: Top;
  readonly parameters?: readonly Parameter[];
  /** The values of the parameters, by name; what is not there has its default. */
  readonly arguments?: Readonly<Record<string, ParameterValue>>;
  /** On whose clock days begin; absent: that of the service. */
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

/** Nothing yet, to be asked as another document is: with its parameters, on its clock. */
export function emptyBeside({ parameters, arguments: given, timezone }: QueryDocument): QueryDocument {
  return {
    ...emptyDocument,
    ...(parameters ? { parameters } : {}),
    ...(given ? { arguments: given } : {}),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** The root of that alias; a path, a measure and a filter on related records name theirs so. */
export function rootOf({ entities }: QueryDocument, alias: string | undefined): RootNode | undefined {
  return entities.find((root) => root.alias === alias);
}

export function isNested(item: Item): item is NestedEntity {
  return 'entity' in item;
}

/** What an attribute is made of where it is no column: its formula, or its measure. */
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

/** The value that is given for a parameter. Its name may be one that every object knows, such as `constructor`. */
export function argumentFor({ arguments: given }: QueryDocument, name: string): ParameterValue | undefined {
  return given && Object.hasOwn(given, name) ? given[name] : undefined;
}

/** The query document and its answer, as types for the tests. */
import type { LosslessNumber } from 'lossless-json';

export type Literal = string | boolean | LosslessNumber;

export interface AttributeSelector {
  id: string;
  alias?: string;
  selected?: boolean;
  summaries?: Summary[];
  bucket?: Bucket;
}

interface Shown {
  alias: string;
  selected?: boolean;
  summaries?: Summary[];
  bucket?: Bucket;
}

/** A field that is computed from others. */
export interface ComputedItem extends Shown {
  expr: Expr;
}

/** A measure of related rows. */
export interface RollupItem extends Shown {
  rollup: Rollup;
}

/** A calculation over the rows or groups of the answer. */
export interface OverItem {
  alias: string;
  over: Over;
  selected?: boolean;
}

export type Item = AttributeSelector | ComputedItem | RollupItem | OverItem | { entity: EntityNode };

export type Expr =
  | { alias: string }
  | { value: Literal | null }
  | { param: string }
  | { fn: string; args: Expr[] }
  | { case: { when: Where; then: Expr }[]; else?: Expr };

export interface Rollup {
  entity: EntityNode;
  summary: Summary | 'first' | 'last' | 'list';
  of?: string;
  where?: Where;
  order?: OrderItem[];
  limit?: number;
}

export const overNames = ['share', 'rank', 'running', 'previous', 'change', 'moving'] as const;

export interface Over {
  fn: (typeof overNames)[number];
  of: string;
  per?: string[];
  order?: OrderItem[];
  size?: number;
}

export interface EntityNode {
  id: string;
  alias?: string;
  relation?: { attr_parent: string; attr_child?: string } | Record<string, never> | null;
  attributes?: Item[];
}

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;

export interface Period {
  unit: (typeof periodUnits)[number];
  offset: number;
  count?: number;
  to?: 'now';
}

export interface Parameter {
  name: string;
  type: string;
  required?: boolean;
  default?: Literal | Literal[];
  many?: boolean;
}

export interface ExistsArgument {
  entity: EntityNode;
  of?: string;
  where?: Where | null;
}

export type Argument =
  | { alias: string }
  | { value: Literal | Literal[] }
  | { param: string }
  | { period: Period }
  | Record<string, never>
  | ExistsArgument;

export interface Func {
  func: { name: string; args: Argument[] };
}

export interface Cond {
  cond: { with: string; entries: Where[] };
}

export type Where = Func | Cond | Record<string, never>;

export interface OrderItem {
  alias: string;
  asc?: boolean;
  nulls?: 'first' | 'last';
}

export const summaryNames = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type Summary = (typeof summaryNames)[number];

export const bucketNames = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type Bucket = (typeof bucketNames)[number];

export interface GridRequest {
  entities: EntityNode[];
  where?: Where | null;
  order?: OrderItem[];
  offset?: number;
  limit?: number;
  count?: 'exact' | 'estimate' | 'none';
  group?: string[];
  having?: Where;
  top?: { n: number; per?: string[]; order: OrderItem[] };
  pivot?: string;
  parameters?: Parameter[];
  arguments?: Record<string, Literal | Literal[] | null>;
  timezone?: string;
  after?: string;
}

export function isWrapper(item: Item): item is { entity: EntityNode } {
  return 'entity' in item;
}

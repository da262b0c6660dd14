/** The query document and its answer as the tests write and read them. */
import type { LosslessNumber } from 'lossless-json';

export type Literal = string | boolean | LosslessNumber;

export interface AttributeSelector {
  id: string;
  alias?: string;
  selected?: boolean;
  summaries?: Summary[];
  bucket?: Bucket;
}

export interface EntityNode {
  id: string;
  alias?: string;
  relation?: { attr_parent: string; attr_child?: string } | Record<string, never> | null;
  attributes?: (AttributeSelector | { entity: EntityNode })[];
}

export interface ExistsArgument {
  entity: EntityNode;
  of?: string;
  where?: Where | null;
}

export type Argument =
  | { alias: string }
  | { value: Literal | Literal[] }
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
}

export function isWrapper(item: AttributeSelector | { entity: EntityNode }): item is { entity: EntityNode } {
  return 'entity' in item;
}

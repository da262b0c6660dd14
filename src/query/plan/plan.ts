// A query whose every name is resolved: what the compiler turns into SQL, and nothing it could fail on.
import type { BucketName } from '../../contract/buckets.ts';
import type { CountMode } from '../../contract/grid.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity, Relation } from '../../model/database.ts';
import type { BoundLiteral, Comparison } from '../dialect/sql.ts';
import type { Pattern } from '../patterns.ts';

/** One appearance of an entity in the query. */
export interface PlanNode {
  /** Names the table in SQL; no alias of the client ever does. */
  readonly index: number;
  readonly entity: Entity;
  readonly parent: PlanNode | null;
  /** How the parent leads here; null for a root. */
  readonly relation: Relation | null;
}

export interface PlanColumn {
  readonly node: PlanNode;
  readonly column: Column;
}

export interface PlanAttribute extends PlanColumn {
  readonly alias: string;
  readonly selected: boolean;
  readonly summaries: readonly SummaryName[];
  readonly bucket: BucketName | null;
}

/** A text to match: of a column as an answer shows it, or constant. */
export type TextOperand = PlanColumn | { readonly text: string };

export type Condition =
  | { readonly kind: 'all' | 'any' | 'none'; readonly entries: readonly Condition[] }
  | { readonly kind: 'not'; readonly entry: Condition }
  | {
      readonly kind: 'compare';
      readonly left: PlanColumn;
      readonly comparison: Comparison;
      readonly right: PlanColumn | BoundLiteral;
    }
  | { readonly kind: 'in'; readonly left: PlanColumn; readonly values: readonly BoundLiteral[] }
  | {
      readonly kind: 'compare-text';
      readonly left: TextOperand;
      readonly comparison: Comparison;
      readonly right: TextOperand;
    }
  | {
      readonly kind: 'match';
      readonly text: PlanColumn;
      readonly pattern: Pattern;
      readonly ignoreCase: boolean;
    }
  | {
      readonly kind: 'match-column';
      readonly text: TextOperand;
      readonly pattern: PlanColumn;
      readonly how: 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end';
    }
  | { readonly kind: 'null'; readonly operand: PlanColumn }
  | {
      readonly kind: 'exists';
      /** The related entity and what is nested in it, parents before children. */
      readonly nodes: readonly [PlanNode, ...PlanNode[]];
      readonly of: PlanNode;
      readonly relation: Relation;
      readonly where: Condition | null;
    };

export interface PlanSummary {
  readonly attribute: PlanAttribute;
  readonly summary: SummaryName;
}

export interface PlanOrder {
  readonly by: PlanAttribute | PlanSummary;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export interface Plan {
  /** Parents before children, roots in request order. */
  readonly nodes: readonly PlanNode[];
  readonly attributes: readonly PlanAttribute[];
  readonly where: Condition | null;
  readonly order: readonly PlanOrder[];
  readonly summaries: readonly PlanSummary[];
  /** Null for an answer of plain rows. */
  readonly group: readonly PlanAttribute[] | null;
}

/** The names of all entities that the query looks at. */
export function entitiesOf({ nodes, where }: Pick<Plan, 'nodes' | 'where'>): string[] {
  return [...new Set([...nodes, ...relatedNodes(where)].map(({ entity }) => entity.name))];
}

function relatedNodes(condition: Condition | null): readonly PlanNode[] {
  switch (condition?.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries.flatMap(relatedNodes);
    case 'not':
      return relatedNodes(condition.entry);
    case 'exists':
      return [...condition.nodes, ...relatedNodes(condition.where)];
    default:
      return [];
  }
}

/** Which part of the answer is asked for. */
export interface Paging {
  readonly offset: bigint;
  /** Null where the request has none. */
  readonly limit: bigint | null;
  readonly count: CountMode;
  readonly after: string | null;
}

export function isBound(operand: PlanColumn | BoundLiteral): operand is BoundLiteral {
  return 'side' in operand;
}

export function isSummary(by: PlanAttribute | PlanSummary): by is PlanSummary {
  return 'summary' in by;
}

/** The name of a summary's column in a grouped answer. */
export function summaryColumn({ attribute, summary }: PlanSummary): string {
  return `${summary}_${attribute.alias}`;
}

// A query with all names resolved: the compiler's input. It holds neither values nor SQL, so one plan serves all
// requests that differ only in their values.
import type { BucketName } from '../../contract/buckets.ts';
import type { CountMode } from '../../contract/grid.ts';
import type { RollupName, SummaryName } from '../../contract/summaries.ts';
import type { OverName } from '../../contract/windows.ts';
import type { Column, Relation, VisibleEntity } from '../../model/database.ts';
import type { EngineFunction } from '../computing/functions.ts';
import type { ResultType } from '../computing/kinds.ts';
import type { Comparison } from '../dialect/sql.ts';
import type {
  KeySlot,
  ListSlot,
  LiteralSlot,
  Matching,
  PatternSlot,
  PlanParameter,
  Slot,
  TextSlot,
  ValueSlot,
} from './slots.ts';

/** One appearance of an entity in the query. */
export interface PlanNode {
  /** Names the table in SQL; client aliases are never used there. */
  readonly index: number;
  readonly entity: VisibleEntity;
  readonly parent: PlanNode | null;
  /** How the parent leads here; null for a root. */
  readonly relation: Relation | null;
}

/** A value of a row. */
export type PlanValue = ColumnValue | ComputedValue | RollupValue | NamedValue;

export interface ColumnValue {
  readonly kind: 'column';
  readonly node: PlanNode;
  readonly column: Column;
}

export interface ComputedValue {
  readonly kind: 'computed';
  /** The type of the value. */
  readonly column: Column;
  /** The entities that it reads. */
  readonly nodes: readonly PlanNode[];
  /** The entities without whose rows the value is NULL. */
  readonly needs: readonly PlanNode[];
  readonly computation: Computation;
}

/** A value computed by a subquery of the statement, under a name that we chose. */
export interface NamedValue {
  readonly kind: 'named';
  readonly column: Column;
  readonly name: string;
  /** The name of the displayed text, if the type alone does not determine that text. */
  readonly text?: string;
}

/** A window calculation over the rows or groups of the answer. */
export interface PlanOver {
  readonly name: string;
  readonly fn: OverName;
  readonly of: PlanValue;
  readonly per: readonly PlanValue[];
  readonly order: readonly PlanSort[];
  readonly size: number;
  readonly result: ResultType;
}

/** The first n rows, overall or per group. */
export interface PlanTop {
  readonly n: number;
  readonly per: readonly PlanValue[];
  readonly order: readonly PlanSort[];
}

/** A measure of related rows. */
export interface RollupValue {
  readonly kind: 'rollup';
  /** Distinguishes the measures of a query. */
  readonly index: number;
  /** The type of the value. */
  readonly column: Column;
  readonly source: RollupSource;
  readonly summary: RollupName;
  /** What is summarised; for a plain count, a column that every related row has. */
  readonly of: PlanValue;
  /** The order of the related rows, for `first`, `last` and `list`. */
  readonly order: readonly PlanSort[];
  /** The most items of a list. */
  readonly limit: number;
}

/** The related rows that are measured; measures of the same rows share them. */
export interface RollupSource {
  readonly index: number;
  /** The entity that they belong to. */
  readonly node: PlanNode;
  readonly relation: Relation;
  /** The related entity and what is nested in it, parents before children. */
  readonly nodes: readonly [PlanNode, ...PlanNode[]];
  readonly where: Condition | null;
}

export interface PlanSort {
  readonly value: PlanValue;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** How a value is computed. Each operation yields a value of its kind, or NULL. */
export type Computation = ResultType & { readonly column: Column } & (
    | { readonly op: 'value'; readonly value: PlanValue; readonly zone: string }
    /** The displayed text of a computed value. */
    | { readonly op: 'text'; readonly of: Computation }
    | { readonly op: 'given'; readonly slot: ValueSlot }
    | { readonly op: 'nothing' }
    | {
        readonly op: 'call';
        readonly fn: EngineFunction;
        readonly args: readonly Computation[];
        /** A unit, or the kind to cast to. */
        readonly word: string;
      }
    | {
        readonly op: 'case';
        /** The first branch whose condition holds is taken; a branch whose condition was dropped always holds. */
        readonly branches: readonly { readonly when: Condition | null; readonly outcome: Computation }[];
        readonly otherwise: Computation | null;
      }
  );

export interface PlanAttribute {
  readonly value: PlanValue;
  /** The name that other parts of the document use. */
  readonly alias: string;
  readonly selected: boolean;
  readonly summaries: readonly SummaryName[];
  readonly bucket: BucketName | null;
}

export type Condition =
  | { readonly kind: 'all' | 'any' | 'none'; readonly entries: readonly Condition[] }
  | { readonly kind: 'not'; readonly entry: Condition }
  | {
      readonly kind: 'compare';
      readonly left: PlanValue;
      readonly comparison: Comparison;
      readonly right: PlanValue | LiteralSlot;
      /** The zone in which a literal moment was interpreted; null if none was needed. */
      readonly zone: string | null;
    }
  /** Null for an empty list. */
  | { readonly kind: 'in'; readonly left: PlanValue; readonly list: ListSlot | null }
  | {
      readonly kind: 'compare-text';
      readonly left: PlanValue | TextSlot;
      readonly comparison: Comparison;
      readonly right: PlanValue | TextSlot;
    }
  | { readonly kind: 'match'; readonly text: PlanValue; readonly pattern: PatternSlot }
  | {
      readonly kind: 'match-value';
      readonly text: PlanValue | TextSlot;
      readonly pattern: PlanValue;
      readonly how: Matching;
    }
  | { readonly kind: 'null'; readonly operand: PlanValue }
  /** The operand equals the value that an address names. */
  | { readonly kind: 'key'; readonly left: PlanValue; readonly key: KeySlot }
  /** The operand holds bytes. */
  | { readonly kind: 'bytes'; readonly operand: PlanValue }
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
  /** Applies to the values and measures of the groups. */
  readonly having: Condition | null;
  /** What is computed per group from its measures, in column order. */
  readonly extras: readonly PlanAttribute[];
  readonly overs: readonly PlanOver[];
  readonly top: PlanTop | null;
  /** The grouping attribute whose values become columns. */
  readonly pivot: PlanAttribute | null;
  /** The zone that decides which period a moment with an offset falls into. */
  readonly zone: string;
  /** In index order. */
  readonly slots: readonly Slot[];
  readonly parameters: readonly PlanParameter[];
}

/** The part of the answer that is requested. */
export interface Paging {
  readonly offset: bigint;
  /** Null if the request has no limit. */
  readonly limit: bigint | null;
  readonly count: CountMode;
  readonly after: string | null;
}

export function isSummary(by: PlanAttribute | PlanSummary): by is PlanSummary {
  return 'summary' in by;
}

/** The column name of a summary in a grouped answer. */
export function summaryColumn({ attribute, summary }: PlanSummary): string {
  return `${summary}_${attribute.alias}`;
}

/** The column whose type the value has. */
export function typeOf(value: PlanValue): Column {
  return value.column;
}

/** The entities that a value reads. */
export function nodesOf(value: PlanValue): readonly PlanNode[] {
  if (value.kind === 'computed') return value.nodes;
  if (value.kind === 'named') return [];
  return [value.kind === 'column' ? value.node : value.source.node];
}

/** The entities without whose rows the value is NULL. */
export function needsOf(value: PlanValue): readonly PlanNode[] {
  return value.kind === 'computed' ? value.needs : nodesOf(value);
}

/** Whether the value is a window calculation. */
export function isOver(value: PlanValue): boolean {
  return value.kind === 'named' && value.name.startsWith('o');
}

export function isSameValue(a: PlanValue, b: PlanValue): boolean {
  if (a.kind !== 'column' || b.kind !== 'column') return a === b;
  return a.node === b.node && a.column === b.column;
}

/** Whether an operand is a value of a row; otherwise it is a value of the request. */
export function isRowValue<Other extends Slot>(operand: PlanValue | Other): operand is PlanValue {
  return ['column', 'computed', 'rollup', 'named'].includes(operand.kind);
}

// A query whose every name is resolved: what the compiler turns into SQL. It holds no value and no SQL, so that one
// plan serves all requests that differ in their values only.
import type { BucketName } from '../../contract/buckets.ts';
import type { CountMode } from '../../contract/grid.ts';
import type { RollupName, SummaryName } from '../../contract/summaries.ts';
import type { OverName } from '../../contract/windows.ts';
import type { Column, Relation, SeenEntity } from '../../model/database.ts';
import type { EngineFunction } from '../computing/functions.ts';
import type { Yield } from '../computing/kinds.ts';
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
  /** Names the table in SQL; no alias of the client ever does. */
  readonly index: number;
  readonly entity: SeenEntity;
  readonly parent: PlanNode | null;
  /** How the parent leads here; null for a root. */
  readonly relation: Relation | null;
}

/** What a row has a value of. */
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
  /** The entities whose rows it is made of. */
  readonly nodes: readonly PlanNode[];
  /** Those without which there is no value. */
  readonly needs: readonly PlanNode[];
  readonly computation: Computation;
}

/** A value that a query within the statement has worked out, under a name of ours. */
export interface NamedValue {
  readonly kind: 'named';
  readonly column: Column;
  readonly name: string;
  /** The name of the text that an answer shows for it, where its type alone does not tell that text. */
  readonly text?: string;
}

/** What is worked out over the rows or the groups of the answer. */
export interface PlanOver {
  readonly name: string;
  readonly fn: OverName;
  readonly of: PlanValue;
  readonly per: readonly PlanValue[];
  readonly order: readonly PlanSort[];
  readonly size: number;
  readonly result: Yield;
}

/** The first so many, of all or of each. */
export interface PlanTop {
  readonly n: number;
  readonly per: readonly PlanValue[];
  readonly order: readonly PlanSort[];
}

/** A measure of related rows. */
export interface RollupValue {
  readonly kind: 'rollup';
  /** Tells the measures of a query apart. */
  readonly index: number;
  /** The type of the value. */
  readonly column: Column;
  readonly source: RollupSource;
  readonly summary: RollupName;
  /** What is summarised; of a bare count, a column that every related row has. */
  readonly of: PlanValue;
  /** For the ends and the list: the order of the related rows. */
  readonly order: readonly PlanSort[];
  /** Items of a list. */
  readonly limit: number;
}

/** Related rows that measures are taken of; measures of the same rows share them. */
export interface RollupSource {
  readonly index: number;
  /** The entity that they hang on. */
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

/** How a value is worked out. Each yields a value of its kind, or NULL. */
export type Computation = Yield & { readonly column: Column } & (
    | { readonly op: 'value'; readonly value: PlanValue; readonly zone: string }
    /** The text that an answer shows for what is computed. */
    | { readonly op: 'text'; readonly of: Computation }
    | { readonly op: 'given'; readonly slot: ValueSlot }
    | { readonly op: 'nothing' }
    | {
        readonly op: 'call';
        readonly fn: EngineFunction;
        readonly args: readonly Computation[];
        /** A unit, or the kind that is made. */
        readonly word: string;
      }
    | {
        readonly op: 'case';
        /** The first whose condition holds; where there is no condition left, it holds. */
        readonly branches: readonly { readonly when: Condition | null; readonly outcome: Computation }[];
        readonly otherwise: Computation | null;
      }
  );

export interface PlanAttribute {
  readonly value: PlanValue;
  /** Other rules call it by this name. */
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
      /** The zone whose clock a given moment was read on; null where nothing was read on a clock. */
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
  /** It has the value that an address names. */
  | { readonly kind: 'key'; readonly left: PlanValue; readonly key: KeySlot }
  /** It holds bytes. */
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
  /** Over the groups' values and measures. */
  readonly having: Condition | null;
  /** What is worked out for each group from its measures, in the order of the columns that follow them. */
  readonly extras: readonly PlanAttribute[];
  readonly overs: readonly PlanOver[];
  readonly top: PlanTop | null;
  /** The one of the group whose values become columns. */
  readonly pivot: PlanAttribute | null;
  /** Whose clock tells in which period a moment with an offset lies. */
  readonly zone: string;
  /** Each at the place of its index. */
  readonly slots: readonly Slot[];
  readonly parameters: readonly PlanParameter[];
}

/** Which part of the answer is asked for. */
export interface Paging {
  readonly offset: bigint;
  /** Null where the request has none. */
  readonly limit: bigint | null;
  readonly count: CountMode;
  readonly after: string | null;
}

export function isSummary(by: PlanAttribute | PlanSummary): by is PlanSummary {
  return 'summary' in by;
}

/** The name of a summary's column in a grouped answer. */
export function summaryColumn({ attribute, summary }: PlanSummary): string {
  return `${summary}_${attribute.alias}`;
}

/** The column whose type a value has. */
export function typeOf(value: PlanValue): Column {
  return value.column;
}

/** The entities that a value is made of. */
export function nodesOf(value: PlanValue): readonly PlanNode[] {
  if (value.kind === 'computed') return value.nodes;
  if (value.kind === 'named') return [];
  return [value.kind === 'column' ? value.node : value.source.node];
}

/** The entities without which there is no value. */
export function needsOf(value: PlanValue): readonly PlanNode[] {
  return value.kind === 'computed' ? value.needs : nodesOf(value);
}

/** Whether it is worked out over the whole answer. */
export function isOver(value: PlanValue): boolean {
  return value.kind === 'named' && value.name.startsWith('o');
}

export function isSameValue(a: PlanValue, b: PlanValue): boolean {
  if (a.kind !== 'column' || b.kind !== 'column') return a === b;
  return a.node === b.node && a.column === b.column;
}

/** Whether an operand is a value of a row; else it is one of the request. */
export function isRowValue<Other extends Slot>(operand: PlanValue | Other): operand is PlanValue {
  return ['column', 'computed', 'rollup', 'named'].includes(operand.kind);
}

// A query whose every name is resolved: what the compiler turns into SQL. It holds no value and no SQL, so that one
// plan serves all requests that differ in their values only.
import type { BucketName } from '../../contract/buckets.ts';
import type { CountMode } from '../../contract/grid.ts';
import type { ModeType } from '../../contract/mode.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity, Relation } from '../../model/database.ts';
import type { ClockValue } from '../clock.ts';
import type { Comparison, Use } from '../dialect/sql.ts';

/** One appearance of an entity in the query. */
export interface PlanNode {
  /** Names the table in SQL; no alias of the client ever does. */
  readonly index: number;
  readonly entity: Entity;
  readonly parent: PlanNode | null;
  /** How the parent leads here; null for a root. */
  readonly relation: Relation | null;
}

/** What a row has a value of. */
export type PlanValue = ColumnValue;

export interface ColumnValue {
  readonly kind: 'column';
  readonly node: PlanNode;
  readonly column: Column;
}

export interface PlanAttribute {
  readonly value: PlanValue;
  /** Other rules call it by this name. */
  readonly alias: string;
  readonly selected: boolean;
  readonly summaries: readonly SummaryName[];
  readonly bucket: BucketName | null;
}

/** Where a value of the request goes: which one it is, and where it stands in the body as sent. */
export interface GivenAt {
  readonly place: number;
  readonly pointer: string;
}

/** A value that the clock has when the request comes. */
export interface FromClock {
  readonly clock: ClockValue;
  readonly pointer: string;
}

/** A parameter with a value, or values, which must be of its type. */
export interface PlanParameter extends GivenAt {
  readonly name: string;
  readonly type: ModeType;
}

interface SlotAt {
  /** Among the slots of the plan. */
  readonly index: number;
}

/** One value of the request, to compare those of a column with. */
export interface LiteralSlot extends SlotAt {
  readonly kind: 'literal';
  readonly origin: GivenAt | FromClock;
  readonly column: Column;
  readonly use: Use;
}

/** The values of an IN; each that is given may be a list. */
export interface ListSlot extends SlotAt {
  readonly kind: 'list';
  readonly column: Column;
  readonly given: readonly GivenAt[];
}

/** A text, without its case where it is folded. */
export interface TextSlot extends SlotAt, GivenAt {
  readonly kind: 'text';
  readonly folded: boolean;
}

/** How a text is matched: by wildcards, or as it is in some place of another. */
export type Matching = 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end';

/** Only a plain pattern heeds case. */
export interface PatternSlot extends SlotAt, GivenAt {
  readonly kind: 'pattern';
  readonly how: Matching;
}

/** What an address has for a column of a key. */
export interface KeySlot extends SlotAt {
  readonly kind: 'key';
  readonly place: number;
  readonly column: Column;
  /** Nothing but all values of a row tells it from others, so that values which only equal each other are not enough. */
  readonly isWhole: boolean;
}

/** Where something is bound when a statement is made of the plan. */
export type Slot = LiteralSlot | ListSlot | TextSlot | PatternSlot | KeySlot;

export type Condition =
  | { readonly kind: 'all' | 'any' | 'none'; readonly entries: readonly Condition[] }
  | { readonly kind: 'not'; readonly entry: Condition }
  | {
      readonly kind: 'compare';
      readonly left: PlanValue;
      readonly comparison: Comparison;
      readonly right: PlanValue | LiteralSlot;
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
  return [value.node];
}

export function isSameValue(a: PlanValue, b: PlanValue): boolean {
  return a.node === b.node && a.column === b.column;
}

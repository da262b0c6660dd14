// The shared state of the workbench's rooms: the model, the query, and the one way to change it.
import { createContext, type RefObject, useContext } from 'react';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Operators } from '../query/filters/operators.ts';
import type { RulePlace } from '../query/filters/rules.ts';
import type { FieldPath } from '../query/paths.ts';
import { hrefs } from '../state/addresses.ts';

/** A record, identified by the values of its key. */
export interface RecordRef {
  readonly entity: string;
  readonly key: readonly string[];
}

/** A filter that is being edited: an existing one, a new one in a group, or one on what measures cover. */
export interface FilterDraft {
  /** The field, if it is already known. */
  readonly path: FieldPath | undefined;
  /** Adds the measure that the filter concerns; it is kept when the filter is applied. */
  readonly measure?: (doc: QueryDocument) => QueryDocument;
  /** The measure to add once more, restricted to related records that match the filter. */
  readonly repeatedMeasure?: string;
  readonly at: { readonly rule: RulePlace } | { readonly group: RulePlace } | { readonly counting: number };
}

export interface EditOptions {
  /** Consecutive edits with the same tag are one undo step, and one entry of the browser's history. */
  readonly tag?: string;
}

/** The scroll position of the table, and the query it belongs to. */
export interface TablePlace {
  readonly resetKey: string;
  readonly top: number;
  readonly left: number;
}

export interface Workbench {
  readonly model: Model;
  readonly operators: Operators;
  readonly doc: QueryDocument;
  /** The encoded document, as in the address. */
  readonly code: string;
  /** The slug of the saved query that this is a state of. */
  readonly saved: string | undefined;
  /** The day that "last 30 days" counts from. */
  readonly now: Date;
  /** Applies a pure function from one document to the next. */
  readonly edit: (change: (doc: QueryDocument) => QueryDocument, options?: EditOptions) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Shows a record in the side panel. */
  readonly peek: (record: RecordRef | undefined) => void;
  /** The filter editor on the rail; any room may open it for a field. */
  readonly draft: FilterDraft | undefined;
  readonly setDraft: (draft: FilterDraft | undefined) => void;
  /** The rule that the service refused, to be outlined on the rail. */
  readonly refused: RulePlace | undefined;
  readonly setRefused: (place: RulePlace | undefined) => void;
  /** The table's last position, for returning to it from another view of the same result. */
  readonly tablePlace?: RefObject<TablePlace | undefined>;
  /** For the filters of a policy: the known user attributes that filters may compare with. */
  readonly userAttributes?: readonly string[];
}

/** The id of the chart view in addresses. */
export const CHART = 'chart';

/** The address of a state of the query: under the saved query, if there is one. */
export function workbenchAddress(
  { saved }: Pick<Workbench, 'saved'>,
  code: string,
  tab: string | undefined,
): string {
  return saved === undefined ? hrefs.query(code, tab) : hrefs.saved(saved, code, tab);
}

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error('This room stands only in the workbench.');
  return workbench;
}

// What the rooms of the workbench share: the model, the query, and the one way to change it.
import { createContext, type RefObject, useContext } from 'react';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Operators } from '../query/filters/operators.ts';
import type { RulePlace } from '../query/filters/rules.ts';
import type { FieldPath } from '../query/paths.ts';
import { hrefs } from '../state/addresses.ts';

/** A record, by the values of its key. */
export interface RecordRef {
  readonly entity: string;
  readonly key: readonly string[];
}

/** A filter that is being set: the one at a place, a new one in a group, or one on what measures take in. */
export interface FilterDraft {
  /** The field, if it is known already. */
  readonly path: FieldPath | undefined;
  /** Puts a measure there that the filter speaks of; it is kept when the filter is set. */
  readonly measure?: (doc: QueryDocument) => QueryDocument;
  /** The measure that is put there once more, of those related records that fit the filter. */
  readonly again?: string;
  readonly at: { readonly rule: RulePlace } | { readonly group: RulePlace } | { readonly counting: number };
}

export interface EditOptions {
  /** Edits with the same tag in a row are one step of undo, and one entry of the browser's history. */
  readonly tag?: string;
}

/** What was in view of the table, and of which query. */
export interface TablePlace {
  readonly resetKey: string;
  readonly top: number;
  readonly left: number;
}

export interface Workbench {
  readonly model: Model;
  readonly operators: Operators;
  readonly doc: QueryDocument;
  /** The document as it stands in the address. */
  readonly code: string;
  /** The slug of the saved query that it is a state of. */
  readonly saved: string | undefined;
  /** The day that "last 30 days" counts from. */
  readonly now: Date;
  /** Takes a pure function from one document to the next. */
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
  /** Where the table was left for another view of the same result. */
  readonly tablePlace?: RefObject<TablePlace | undefined>;
  /** Where filters are those of a policy: the attributes of users that are known, to compare with. */
  readonly userAttributes?: readonly string[];
}

/** The view that draws the rows, as it is called in addresses. */
export const CHART = 'chart';

/** The address of a state of the query: under the saved one, where there is one. */
export function benchAddress(
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

// The cells that were copied last on this page. A text tells neither null from an empty text nor a record from another one of
// the same name, and its first row may be headings: whoever copies here and pastes here gets the values themselves.
import type { Cell } from '../api/exact.ts';
import type { Column, Relation } from '../model/model.ts';
import { isTextual } from '../values/types.ts';

/** What decides whether a value of one column can stand in another one as it is. */
type Kind = Pick<Column, 'type' | 'pointsTo'>;

export interface CopiedCell {
  /** As it stands on the clipboard. */
  readonly text: string;
  readonly value: Cell;
  /** Undefined where the value is of no stored column. */
  readonly column: Kind | undefined;
}

let last: { readonly text: string; readonly cells: readonly (readonly CopiedCell[])[] } | undefined;

export function rememberCopied(text: string, cells: readonly (readonly CopiedCell[])[]): void {
  last = { text, cells };
}

/** Programs and platforms write line ends in their own way. */
const plainEnds = (text: string) => text.replaceAll('\r\n', '\n');

/** The cells behind a text on the clipboard; undefined where it comes from elsewhere. */
export function copiedAs(text: string): readonly (readonly CopiedCell[])[] | undefined {
  return last !== undefined && plainEnds(text) === plainEnds(last.text) ? last.cells : undefined;
}

export function goesAsItIs({ column, value }: CopiedCell, to: Kind): boolean {
  if (column === undefined) return false;
  const isSameType = column.type === to.type || (isTextual(column.type) && isTextual(to.type));
  return isSameType && (value === null || leadTo(column.pointsTo) === leadTo(to.pointsTo));
}

function leadTo(relation: Relation | undefined): string {
  return relation ? JSON.stringify([relation.entity, relation.other]) : '';
}

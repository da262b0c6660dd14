// The cells that were copied last on this page, in any tab. Text alone does not distinguish null from empty text, or
// two records of the same name, and its first row may be headings; pasting a copy made here uses the values themselves.
import { type Cell, exactText, parseExact } from '../api/exact.ts';
import { gate } from '../api/session.ts';
import type { Column, Relation } from '../model/model.ts';
import { isTextual } from '../values/types.ts';
import { referredTo } from './references.ts';

/** What decides whether a value of one column fits another column unchanged. */
type ColumnKind = Pick<Column, 'type' | 'pointsTo'>;

export interface CopiedCell {
  /** As it is on the clipboard. */
  readonly text: string;
  readonly value: Cell;
  /** Undefined if the value is not from a stored column. */
  readonly column: ColumnKind | undefined;
}

interface Copied {
  readonly text: string;
  readonly cells: readonly (readonly CopiedCell[])[];
}

let last: Copied | undefined;

/** Larger pastes are refused; they need an import. */
export const MAX_CELLS = 10_000;

export function rememberCopied(text: string, cells: readonly (readonly CopiedCell[])[]): void {
  last = { text, cells };
  broadcast(last);
}

/** A message between the tabs of one user; without cells it is a request for them. */
interface Message {
  readonly user: string | undefined;
  readonly copied?: string;
}

const channel = new BroadcastChannel('joinery copied');
const user = () => gate.get().session?.username;

function broadcast({ text, cells }: Copied): void {
  const count = cells.length * (cells[0]?.length ?? 0);
  if (count > MAX_CELLS) return;
  const copied = exactText({ text, cells: cells.map((row) => row.map(forOtherTabs)) });
  channel.postMessage({ user: user(), copied } satisfies Message);
}

/** Only this tab knows its new rows, so other tabs get the text of a reference to one. */
function forOtherTabs({ text, value, column }: CopiedCell): CopiedCell {
  const isKnown = column !== undefined && referredTo(value) === undefined;
  return { text, value, column: isKnown ? { type: column.type, pointsTo: column.pointsTo } : undefined };
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.user !== user()) return;
  // Written by `broadcast`, in another tab of this page.
  if (data.copied !== undefined) last = parseExact<Copied>(data.copied);
  else if (last !== undefined) broadcast(last);
};
channel.postMessage({ user: user() } satisfies Message);

/** Line ends differ between programs and platforms. */
const normalizeLineEnds = (text: string) => text.replaceAll('\r\n', '\n');

/** The cells behind a clipboard text; undefined if the text was copied elsewhere. */
export function copiedCellsFor(text: string): readonly (readonly CopiedCell[])[] | undefined {
  return last !== undefined && normalizeLineEnds(text) === normalizeLineEnds(last.text)
    ? last.cells
    : undefined;
}

export function canPasteUnchanged({ column, value }: CopiedCell, to: ColumnKind): boolean {
  if (column === undefined) return false;
  const isSameType = column.type === to.type || (isTextual(column.type) && isTextual(to.type));
  return isSameType && (value === null || targetKey(column.pointsTo) === targetKey(to.pointsTo));
}

function targetKey(relation: Relation | undefined): string {
  return relation ? JSON.stringify([relation.entity, relation.other]) : '';
}

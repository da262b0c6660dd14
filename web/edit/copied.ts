// The cells that were copied last on this page, in whichever tab. A text tells neither null from an empty text nor a record from
// another one of the same name, and its first row may be headings: whoever copies here and pastes here gets the values themselves.
import { type Cell, exactText, parseExact } from '../api/exact.ts';
import { gate } from '../api/session.ts';
import type { Column, Relation } from '../model/model.ts';
import { isTextual } from '../values/types.ts';
import { referredTo } from './references.ts';

/** What decides whether a value of one column can stand in another one as it is. */
type Kind = Pick<Column, 'type' | 'pointsTo'>;

export interface CopiedCell {
  /** As it stands on the clipboard. */
  readonly text: string;
  readonly value: Cell;
  /** Undefined where the value is of no stored column. */
  readonly column: Kind | undefined;
}

interface Copied {
  readonly text: string;
  readonly cells: readonly (readonly CopiedCell[])[];
}

let last: Copied | undefined;

/** More cells than this are for an import, and pasted nowhere. */
export const CELLS_AT_MOST = 10_000;

export function rememberCopied(text: string, cells: readonly (readonly CopiedCell[])[]): void {
  last = { text, cells };
  tell(last);
}

/** What the tabs of one user tell each other; without cells it is a question for them. */
interface Message {
  readonly user: string | undefined;
  readonly copied?: string;
}

const channel = new BroadcastChannel('joinery copied');
const user = () => gate.get().session?.username;

function tell({ text, cells }: Copied): void {
  const count = cells.length * (cells[0]?.length ?? 0);
  if (count > CELLS_AT_MOST) return;
  const copied = exactText({ text, cells: cells.map((row) => row.map(forOthers)) });
  channel.postMessage({ user: user(), copied } satisfies Message);
}

/** New rows are known to their own tab alone: elsewhere what refers to one is what its text says. */
function forOthers({ text, value, column }: CopiedCell): CopiedCell {
  const isKnown = column !== undefined && referredTo(value) === undefined;
  return { text, value, column: isKnown ? { type: column.type, pointsTo: column.pointsTo } : undefined };
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.user !== user()) return;
  // Written by `tell`, in another tab of this page.
  if (data.copied !== undefined) last = parseExact<Copied>(data.copied);
  else if (last !== undefined) tell(last);
};
channel.postMessage({ user: user() } satisfies Message);

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

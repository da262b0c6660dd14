// The value of a text that was typed or pasted into a cell of the grid.
import { type Cell, isExact } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column, Model } from '../model/model.ts';
import { isTextual } from '../values/types.ts';
import { booleanAsSeen, type Manner, numberAsSeen } from './asSeen.ts';
import { dayAsSeen, readMoment, type SeenDay } from './days.ts';
import { type EditorKind, editorOf, exactNumber, type Reading, readEntry, textOf } from './entry.ts';

interface Place {
  readonly column: Pick<Column, 'type' | 'nullable' | 'isInstant'>;
  readonly seen: Cell;
  readonly engine: Model['engine']['name'];
  readonly manner: Manner;
}

/** Typed text: as the form writes values, or else as the locale writes them. */
export function readTyped({ column, seen, engine, manner }: Place, text: string): Reading {
  const kind = editorOf(column, seen);
  if (kind === 'boolean') return orComplaint(booleanAsSeen(text), late.edit.notABoolean);
  const reading = readEntry(column, seen, { kind: 'typed', text }, engine);
  if ('value' in reading && reading.value === seen) return reading;
  if (kind === 'date' && text.trim() !== '') return readDay(dayAsSeen(text, manner));
  if (kind === 'moment' && text.trim() !== '')
    return readMoment(text, { seen, engine, isInstant: column.isInstant }, (day) => dayAsSeen(day, manner));
  if (kind !== 'number' || !('complaint' in reading) || text.trim() === '') return reading;
  return orComplaint(numberAsSeen(text, manner), reading.complaint);
}

function readDay(seen: SeenDay | undefined): Reading {
  if (seen === undefined || typeof seen === 'string') return orComplaint(seen, late.edit.notADay);
  return { complaint: late.edit.ambiguousDay(...seen) };
}

/** A value from a column of the same type; only nullability may differ. */
export function readCopied(column: Place['column'], value: Cell): Reading {
  return value === null ? readNothing({ column, seen: null }) : { value };
}

/** As a spreadsheet writes it. `isOwn`: copied on this page, where numbers have the database's notation. */
export function readPasted(place: Place, text: string, isOwn: boolean): Reading {
  const { column, seen, engine } = place;
  if (text === '') return readNothing(place);
  if (seen !== null && text === textOf(column, seen, engine)) return { value: seen };
  return (pasters[editorOf(column, seen)] ?? readTyped)(place, text, isOwn);
}

type Paster = (place: Place, text: string, isOwn: boolean) => Reading;

const pasters: Partial<Record<EditorKind, Paster>> = {
  number: ({ seen, manner }, text, isOwn) => {
    const ways = [() => numberAsSeen(text, manner), () => exactNumber(text)];
    const value = (isOwn ? ways.toReversed() : ways).reduce<Cell | undefined>(
      (found, way) => found ?? way(),
      undefined,
    );
    if (value === undefined) return { complaint: late.edit.notANumber };
    // The grid pads all values of a column to the same number of decimals, so trailing zeros carry no information.
    return { value: isSameNumber(value, seen) ? seen : value };
  },
  file: () => ({ complaint: late.edit.bytesByFile }),
};

/** An empty cell of a spreadsheet means null if the column allows it, unless the old value is the empty text. */
function readNothing({ column, seen }: Pick<Place, 'column' | 'seen'>): Reading {
  if (seen === '') return { value: seen };
  if (column.nullable) return { value: null };
  return isTextual(column.type) ? { value: '' } : { complaint: late.edit.needsValue };
}

function orComplaint(value: Cell | undefined, complaint: string): Reading {
  return value === undefined ? { complaint } : { value };
}

function isSameNumber(a: Cell, b: Cell): boolean {
  if (!isExact(a) || !isExact(b)) return false;
  const plain = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);
  return plain(a.value) === plain(b.value);
}

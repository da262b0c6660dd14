// The value of a text that was typed or pasted into a cell of the grid.
import { type Cell, isExact } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column, Model } from '../model/model.ts';
import { isTextual } from '../values/types.ts';
import { type ParsedDay, parseLocaleDay, readMoment } from './days.ts';
import { type EditorKind, editorOf, exactNumber, type Reading, readEntry, textOf } from './entry.ts';
import { type LocaleFormat, parseLocaleBoolean, parseLocaleNumber, withPlainDigits } from './localeFormat.ts';

interface PastedInto {
  readonly column: Pick<Column, 'type' | 'nullable' | 'isInstant'> & Partial<Pick<Column, 'choices'>>;
  readonly seen: Cell;
  readonly engine: Model['engine']['name'];
  readonly manner: LocaleFormat;
}

/** Typed text: as the form writes values, or else as the locale writes them. */
export function readTyped({ column, seen, engine, manner }: PastedInto, text: string): Reading {
  const kind = editorOf(column, seen);
  if (kind === 'boolean') return valueOrComplaint(parseLocaleBoolean(text), late.edit.notABoolean);
  const reading = readEntry(column, seen, { kind: 'typed', text }, engine);
  if ('value' in reading && reading.value === seen) return reading;
  const plain = withPlainDigits(text, manner);
  if (kind === 'date' && text.trim() !== '') return readDay(parseLocaleDay(plain, manner));
  if (kind === 'moment' && text.trim() !== '')
    return readMoment(plain, { seen, engine, isInstant: column.isInstant }, (day) =>
      parseLocaleDay(day, manner),
    );
  if (kind !== 'number' || !('complaint' in reading) || text.trim() === '') return reading;
  return valueOrComplaint(parseLocaleNumber(text, manner), reading.complaint);
}

function readDay(seen: ParsedDay | undefined): Reading {
  if (seen === undefined || typeof seen === 'string') return valueOrComplaint(seen, late.edit.notADay);
  return { complaint: late.edit.ambiguousDay(...seen) };
}

/** A value from a column of the same type; only nullability may differ. */
export function readCopied(column: PastedInto['column'], value: Cell): Reading {
  return value === null ? readNothing({ column, seen: null }) : { value };
}

/** As a spreadsheet writes it. `isFromThisPage`: copied on this page, where numbers have the database's notation. */
export function readPasted(place: PastedInto, text: string, isFromThisPage: boolean): Reading {
  const { column, seen, engine } = place;
  if (text === '') return readNothing(place);
  if (seen !== null && text === textOf(column, seen, engine)) return { value: seen };
  return (pasteReaders[editorOf(column, seen)] ?? readTyped)(place, text, isFromThisPage);
}

type PasteReader = (place: PastedInto, text: string, isOwn: boolean) => Reading;

const pasteReaders: Partial<Record<EditorKind, PasteReader>> = {
  number: ({ seen, manner }, text, isOwn) => {
    const ways = [() => parseLocaleNumber(text, manner), () => exactNumber(text)];
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
function readNothing({ column, seen }: Pick<PastedInto, 'column' | 'seen'>): Reading {
  if (seen === '') return { value: seen };
  if (column.nullable) return { value: null };
  return isTextual(column.type) ? { value: '' } : { complaint: late.edit.needsValue };
}

function valueOrComplaint(value: Cell | undefined, complaint: string): Reading {
  return value === undefined ? { complaint } : { value };
}

function isSameNumber(a: Cell, b: Cell): boolean {
  if (!isExact(a) || !isExact(b)) return false;
  const plain = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);
  return plain(a.value) === plain(b.value);
}

// The values of fields in a question: “country Germany”, “published before 2010”, “not in Vienna”, “unpaid”.
import { isMoment, isNumeric, isSearchable, isTextual } from '../../values/types.ts';
import { type FieldPath, stepOf } from '../paths.ts';
import { comparisonAfter } from './comparisons.ts';
import type { OwnField, WordCursor } from './cursor.ts';
import {
  bottomWords,
  directionWords,
  fillers,
  groupWords,
  lookup,
  modifiers,
  momentWords,
  NUMBER,
  nameParts,
  negations,
  summaryWords,
  topWords,
} from './vocabulary.ts';
import { IS_WHOLE, pathOfValue } from './wholeValues.ts';

/** Whether a word may be a value, and has no other meaning. */
export function isValueAt(cursor: WordCursor, at: number): boolean {
  return cursor.sense.isText(cursor.words[at] ?? '') && mayBeValueAt(cursor, at);
}

function mayBeValueAt(cursor: WordCursor, at: number): boolean {
  return hasNoOtherMeaning(cursor, at) && !cursor.field(at) && !cursor.relatedRecords(at);
}

/** Whether a word has no meaning of its own, apart from names. */
function hasNoOtherMeaning(cursor: WordCursor, at: number): boolean {
  const word = cursor.plain[at];
  if (word === undefined || NUMBER.test(word)) return false;
  const others = [fillers, modifiers, negations, groupWords, topWords, bottomWords];
  if (others.some((some) => some.has(word)) || lookup(summaryWords, word) !== undefined) return false;
  return cursor.time(at) === undefined;
}

/** The texts of a field as shown: for a reference, the name fields of the record behind it. */
function textPathsOf(cursor: WordCursor, { column, path }: OwnField): readonly FieldPath[] {
  const target = cursor.model.entities.get(column.pointsTo?.entity ?? '');
  if (!column.pointsTo || !target) return isSearchable(column.type) ? [path] : [];
  const steps = [stepOf(column.pointsTo)];
  return target.labelColumns
    .filter((name) => isSearchable(target.column.get(name)?.type))
    .map((attribute) => ({ ...path, steps, attribute }));
}

/** Whether a word could be a value of a field, but does not occur in any record. */
export function isAbsentAt(cursor: WordCursor, at: number): boolean {
  const word = cursor.words[at];
  return word !== undefined && !cursor.sense.isText(word) && mayBeValueAt(cursor, at);
}

export const isCapitalized = (word = '') => /^\p{Lu}/u.test(word);

/** “from Vienna and Graz”: nobody comes from both. */
export function isOfPlaces({ words, plain, at }: WordCursor): boolean {
  let first = at - 2;
  while (isCapitalized(words[first]) && isCapitalized(words[first - 1])) first--;
  return isCapitalized(words[at]) && ['from', 'in'].includes(plain[first - 1] ?? '');
}

/** Whether a word is capitalized like a name, and may be a value. */
export const isNameAt = (cursor: WordCursor, at: number): boolean =>
  isCapitalized(cursor.words[at]) && isValueAt(cursor, at);

/** The end of a value: for a reference, it includes the other words of the name, “board station Münster Central”. */
function endOfValue(cursor: WordCursor, paths: readonly FieldPath[], at: number, isWhole: boolean): number {
  const isName = paths.some(({ steps }) => steps.length > 0);
  let next = at + 1;
  const continues = () => isName && isNameAt(cursor, at) && isNameAt(cursor, next);
  while (continues() || (isWhole && isValueAt(cursor, next))) next++;
  return next;
}

/**
 * Whether another value of the same field follows: “Rock or Jazz”. “Rock and Jazz” means the same, since a record has
 * only one value.
 */
function hasAnother(cursor: WordCursor, at: number, next: number): boolean {
  const isJoined = ['or', 'and'].includes(cursor.plain[next] ?? '') && isValueAt(cursor, next + 1);
  return isJoined && isCapitalized(cursor.words[at]) === isCapitalized(cursor.words[next + 1]);
}

/** Reads the value at a position, or several alternative ones. */
function readValue(cursor: WordCursor, paths: readonly FieldPath[], from: number, isWhole = false): void {
  let [at, next] = [from, endOfValue(cursor, paths, from, isWhole)];
  const alternatives = [cursor.words.slice(at, next)];
  while (hasAnother(cursor, at, next)) {
    at = next + 1;
    next = endOfValue(cursor, paths, at, isWhole);
    alternatives.push(cursor.words.slice(at, next));
  }
  const [words = [], more] = alternatives;
  const [path, another] = paths;
  if (more) cursor.meaning.alternativeSearches.push({ paths, alternatives });
  else if (another) cursor.meaning.textSearches.push({ paths, words });
  else if (path)
    for (const word of words)
      cursor.meaning.comparisons.push({
        path,
        operator: containsOrIs(cursor, path, words),
        values: [word],
        words: cursor.wordsUpTo(next),
      });
  cursor.at = next;
}

/** A single word that is a whole value of the field somewhere means that value: “status active” is not “inactive”. */
function containsOrIs({ model, sense }: WordCursor, path: FieldPath, [word = '', more]: readonly string[]) {
  const isWhole = more === undefined && pathOfValue(model, sense.wholePathsOf, [path], word) !== undefined;
  return isWhole ? IS_WHOLE : 'ICONTAINS';
}

const suitsRole = ({ pointsTo, type }: OwnField['column']) => pointsTo !== undefined || isSearchable(type);

function fieldInDirection(cursor: WordCursor, word: string): OwnField | undefined {
  return cursor.fieldByFirstWord(lookup(directionWords, word) ?? [word], suitsRole);
}

/** “from Hamburg” with a field named From Station or Origin, “handled by Anna” and “driven by Anna Berg” with a driver. */
export function readRole(cursor: WordCursor): boolean {
  const word = cursor.plain[cursor.at] ?? '';
  const isBy = cursor.plain[cursor.at + 1] === 'by';
  // “consigned to Acme”: a word that is not understood says where it goes.
  if (!isBy && (!fillers.has(word) || cursor.isAfterUnknown)) return false;
  const at = cursor.at + (isBy ? 2 : 1);
  if (!isValueAt(cursor, at)) return false;
  const field = isBy ? cursor.onlyFieldByWordForm(word, suitsRole) : fieldInDirection(cursor, word);
  const paths = field ? textPathsOf(cursor, field) : [];
  if (paths.length === 0) return !isBy && readDirection(cursor);
  readValue(cursor, paths, at, true);
  return true;
}

/** “from Hamburg to Bremen”: if no field distinguishes the two, their roles are not understood. */
function readDirection(cursor: WordCursor): boolean {
  const isBoth = ['from', 'to'].every((word) => cursor.plain.includes(word));
  if (!isBoth || !['from', 'to'].includes(cursor.plain[cursor.at] ?? '')) return false;
  cursor.meaning.unknown.push(cursor.words[cursor.at] ?? '');
  cursor.at++;
  return true;
}

/** “second class”, “gold members”: the value comes before its field's name, if none follows. */
export function readLeadingValue(cursor: WordCursor): boolean {
  // “First” may be part of a distant field's name, but not of the records' own.
  const isText = cursor.sense.isText(cursor.words[cursor.at] ?? '');
  if (!isText || !hasNoOtherMeaning(cursor, cursor.at) || cursor.ownField(cursor.at)) return false;
  const field = cursor.ownField(cursor.at + 1);
  const paths = field ? textPathsOf(cursor, field.found) : [];
  if (!field || paths.length === 0 || isValueAt(cursor, field.next)) return false;
  readValue(cursor, paths, cursor.at);
  cursor.at = field.next;
  return true;
}

/** “country Germany”, “genre rock”, “report to nobody”. */
export function readNamedValue(cursor: WordCursor): boolean {
  const field = cursor.ownField(cursor.at);
  if (field && ['nobody', 'nothing'].includes(cursor.plain[field.next] ?? '')) {
    cursor.meaning.presences.push({ path: field.found.path, isPresent: false });
    cursor.at = field.next + 1;
    return true;
  }
  const paths = field ? textPathsOf(cursor, field.found) : [];
  if (!field || paths.length === 0) return false;
  const at = cursor.plain[field.next] === 'is' ? field.next + 1 : field.next;
  // The wanted value does not occur anywhere; the field's name must not be searched for instead.
  if (isAbsentAt(cursor, at)) {
    const words = cursor.words.slice(cursor.at, at + 1);
    cursor.meaning.unknown.push(...words.filter((_, i) => !fillers.has(cursor.plain[cursor.at + i] ?? '')));
    cursor.at = at + 1;
    return true;
  }
  if (!isValueAt(cursor, at)) return false;
  readValue(cursor, paths, at);
  return true;
}

/** “explicit tracks”: a true boolean. “Paid bills”: a date that is set. “Unpaid”: a date that is null. */
export function readState(cursor: WordCursor): boolean {
  const flag = cursor.ownField(cursor.at, ({ type }) => type === 'boolean');
  if (flag) {
    cursor.meaning.flags.push({ path: flag.found.path, isTrue: true });
    cursor.at = flag.next;
    return true;
  }
  const word = cursor.plain[cursor.at] ?? '';
  const isPresent = !word.startsWith('un');
  const date = stateDate(cursor, isPresent ? word : word.slice(2));
  if (!date) return false;
  cursor.meaning.presences.push({ path: date.path, isPresent });
  cursor.at = endOfName(cursor, date, cursor.at + 1);
  return true;
}

/** “picked up”: both words are in the name Picked Up At. “Due date” is Due On, too. */
export function endOfName(cursor: WordCursor, { column }: OwnField, from: number): number {
  const { plain } = cursor;
  const parts = nameParts(column.label);
  let at = from;
  const continues = (word: string) => word === 'date' || (parts.includes(word) && !fillers.has(word));
  // “employed since 2020”: also if the name is Employed Since.
  while (continues(plain[at] ?? '') && !cursor.time(at)) at++;
  return at;
}

/** A nullable date that says whether something has happened yet. */
export function stateDate(cursor: WordCursor, word: string): OwnField | undefined {
  return cursor.fieldByWordForm(word, ({ type, nullable }) => nullable && isMoment(type));
}

/** “with fax”: a field that is not null. Numbers are compared instead, as a rule. */
export function readPresent(cursor: WordCursor, from: number): boolean {
  const isOptional = ({ nullable, type }: OwnField['column']) =>
    type !== 'boolean' && (nullable || isTextual(type));
  const own =
    cursor.ownField(from, isOptional) ??
    (lookup(momentWords, cursor.plain[from] ?? '')
      ? undefined
      : cursor.field(from, ({ path, column }) => path.steps.length === 0 && isOptional(column)));
  const field = own ?? (cursor.ownField(from) ? undefined : ofMany(cursor, from));
  if (!field || comparisonAfter(cursor, field.next) || NUMBER.test(cursor.plain[field.next] ?? ''))
    return false;
  // “with birth date before 1970”: the time is that of this date.
  const { column, path } = field.found;
  const end = endOfName(cursor, field.found, field.next);
  const isDate = isMoment(column.type) && path.steps.length === 0;
  if (isDate && cursor.time(cursor.skipFillers(end))) {
    cursor.meaning.date = path;
    cursor.at = end;
    return true;
  }
  if (isNumeric(column.type) && cursor.time(cursor.skipFillers(field.next))) return false;
  if (textPathsOf(cursor, field.found).length > 0 && isValueAt(cursor, field.next)) return false;
  cursor.meaning.presences.push({ path, isPresent: true });
  cursor.at = field.next;
  return true;
}

/** A field of related records that may have no value: “visits with discount” have such a treatment. */
export function ofMany(cursor: WordCursor, from: number) {
  const field = cursor.field(
    from,
    ({ many, column }) => many && column.nullable && column.type !== 'boolean',
  );
  return field && !cursor.time(cursor.skipFillers(field.next)) ? field : undefined;
}

/** “outside Germany”, “outside of Vienna” */
export function readOutside(cursor: WordCursor): boolean {
  return (
    cursor.plain[cursor.at] === 'outside' && readExcludedTexts(cursor, cursor.skipFillers(cursor.at + 1))
  );
}

/** “not in Vienna or Graz”: texts that must not occur. */
export function readExcludedTexts(cursor: WordCursor, from: number): boolean {
  const preceding = cursor.plain.slice(cursor.at, from);
  if (
    !['not', 'except', 'excluding', 'but', 'neither', 'outside'].some((word) => preceding.includes(word)) ||
    !isValueAt(cursor, from)
  )
    return false;
  const direction = cursor.plain[from - 1] ?? '';
  const role = lookup(directionWords, direction) && fieldInDirection(cursor, direction);
  const [path, another] = role ? textPathsOf(cursor, role) : [];
  let at = from;
  for (;;) {
    const start = at++;
    while (isNameAt(cursor, start) && isNameAt(cursor, at)) at++;
    const name = cursor.words.slice(start, at);
    // “not from Berlin”: those to Berlin are meant, too.
    if (path && !another)
      cursor.meaning.comparisons.push({
        path,
        operator: `NOT_${containsOrIs(cursor, path, name)}`,
        values: [name.join(' ')],
        words: name.join(' '),
      });
    else cursor.meaning.excludedTexts.push(name.join(' '));
    if (!['or', 'nor'].includes(cursor.plain[at] ?? '') || !isValueAt(cursor, at + 1)) break;
    at++;
  }
  cursor.at = at;
  return true;
}

// What a question selects by date: “5 most recent”, “oldest”, “hired”.
import type { FieldPath } from '../paths.ts';
import type { WordCursor } from './cursor.ts';
import { partAt } from './namedParts.ts';
import { numberedReferenceAt } from './numbered.ts';
import { yearOf } from './periods.ts';
import { DEFAULT_TOP } from './related.ts';
import { endOfName } from './values.ts';
import { ageWords, groupWords, lookup, recencyWords, stem, units } from './vocabulary.ts';
import { ownYear } from './years.ts';

/** "5 most recent", "last 5", "newest": the top N by date. "Last 5 months" is a period. */
export function readRecency(cursor: WordCursor): boolean {
  const count = (text: string | undefined) =>
    text !== undefined && /^\d{1,4}$/.test(text) && yearOf(text) === undefined ? Number(text) : undefined;
  let at = cursor.at;
  const before = count(cursor.plain[at]);
  if (before !== undefined) at++;
  if (cursor.plain[at] === 'most') at++;
  const asked = lookup(recencyWords, cursor.plain[at] ?? '');
  if (!asked) return false;
  at++;
  const after = before === undefined ? count(cursor.plain[at]) : undefined;
  if (after !== undefined) at++;
  const n = before ?? after;
  const part = n === undefined && asked.needsNumber ? partAt(cursor, at) : undefined;
  if (part) {
    // “since last Monday”: neither on any Monday nor the last ones of all.
    cursor.meaning.unknown.push(cursor.wordsUpTo(at + 1));
    cursor.at = at + 1;
    return true;
  }
  if (n === 0 || (n === undefined && asked.needsNumber && !isAboutRecords(cursor, at))) return false;
  // “last 5 months”, “first half of 2024”
  if (lookup(units, stem(cursor.plain[at] ?? '')) || cursor.time(cursor.at)) return false;
  const life = ageWords.has(cursor.plain[at - (after === undefined ? 1 : 2)] ?? '')
    ? cursor.birthDate()
    : undefined;
  const [root] = cursor.doc.entities;
  const date = life?.path ?? (root && ownYear(cursor.model, { root: root.alias, steps: [] }));
  if (date) cursor.meaning.date = date;
  // “oldest employee per city” is one of each.
  const usual = cursor.sense.isOne && isGrouped(cursor) ? 1 : DEFAULT_TOP;
  cursor.meaning.top = { n: n ?? usual, asc: asked.asc, isByDate: true };
  cursor.at = at;
  return true;
}

const isGrouped = ({ plain }: WordCursor) => plain.some((word) => groupWords.has(word));

/** "latest invoices" are records; "latest hire date", "last invoice" of customers and "latest total per country" are not. */
function isAboutRecords(cursor: WordCursor, from: number): boolean {
  const at = cursor.skipFillers(from);
  const isOfGroups = cursor.sense.isPer || isGrouped(cursor);
  if (numberedReferenceAt(cursor, at)) return !isOfGroups;
  return !isOfGroups && !cursor.field(at) && !cursor.relatedRecords(at);
}

/** "hired": the date of the records that the word denotes. */
export function readDateWord(cursor: WordCursor): boolean {
  const isAboutTime =
    cursor.meaning.top?.isByDate === true ||
    cursor.plain.some((_, i) => cursor.time(i) !== undefined || partAt(cursor, i) !== undefined);
  const date = isAboutTime ? cursor.dateByWordForm(cursor.plain[cursor.at] ?? '') : undefined;
  if (!date) return false;
  cursor.meaning.date = date.path;
  cursor.meaning.hasUnknownActivity = false;
  if (!readSharedTime(cursor, date.path)) cursor.at = endOfName(cursor, date, cursor.at + 1);
  return true;
}

/** “opened and closed in 2024”: the time after the second word is that of both. */
function readSharedTime(cursor: WordCursor, date: FieldPath): boolean {
  const { plain, at, meaning } = cursor;
  const isJoined = ['and', 'or'].includes(plain[at + 1] ?? '');
  const other = isJoined ? cursor.dateByWordForm(plain[at + 2] ?? '') : undefined;
  const from = cursor.skipFillers(at + 3);
  const time = other && other.path.attribute !== date.attribute ? cursor.time(from) : undefined;
  if (!time) return false;
  // Either of two dates cannot be expressed, nor can two times of both.
  const canBeShared = plain[at + 1] === 'and' && !cursor.periodList(from);
  if (canBeShared) meaning.times.push({ ...time, words: cursor.wordsUpTo(time.next), date });
  else meaning.unknown.push(cursor.wordsUpTo(time.next));
  cursor.at = canBeShared ? at + 2 : time.next;
  return true;
}

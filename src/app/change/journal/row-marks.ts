// Short names of rows, by which the journal finds what became of one: keys may be longer than an index takes.
import { hash } from 'node:crypto';
import type { ChangeKeyTable } from '../../../store/change-tables.ts';
import type { Applied } from '../apply/apply.ts';
import { keyOf, objectText } from '../rows/image.ts';

/** The pages of a set with more rows are looked through instead: to mark each would take longer than to write it down. */
export const mostMarked = 100;

const markLength = 22;

/** `key` is a JSON object. */
export function rowMark(entity: string, key: string): string {
  return hash('sha256', `${entity}\0${key}`, 'base64url').slice(0, markLength);
}

export function marksOf(set: string, applied: readonly Applied[]): ChangeKeyTable[] {
  if (applied.length > mostMarked) return [];
  const marks = applied.map(({ entity, before, after }) =>
    rowMark(entity.name, objectText(keyOf(entity, after ?? before ?? new Map()))),
  );
  return [...new Set(marks)].map((mark) => ({ mark, change_set: set }));
}

// Short names of rows, by which the journal finds a record's history: keys may be too long for an index.
import { hash } from 'node:crypto';
import type { ChangeKeyTable } from '../../../store/change-tables.ts';
import type { Applied } from '../apply/apply.ts';
import { keyOf, objectText } from '../rows/image.ts';

/** Sets with more rows are searched page by page instead: marking each row would take longer than writing it. */
export const maxMarked = 100;

const markLength = 22;

/** `key` is a JSON object. */
export function rowMark(entity: string, key: string): string {
  return hash('sha256', `${entity}\0${key}`, 'base64url').slice(0, markLength);
}

export function marksOf(set: string, applied: readonly Applied[]): ChangeKeyTable[] {
  if (applied.length > maxMarked) return [];
  const marks = applied.map(({ entity, before, after }) =>
    rowMark(entity.name, objectText(keyOf(entity, after ?? before ?? new Map()))),
  );
  return [...new Set(marks)].map((mark) => ({ mark, change_set: set }));
}

// How entries of the audit log lie in the state store: many lines in one row, since a row for each of them costs an engine
// more than what it tells of.
import type { AuditTable } from '../../store/tables.ts';
import { chained } from './chain.ts';

/** A row that has become so long is followed by another one. */
const longEnough = 64 * 1024;

/** The entry that others are to follow. */
export interface LastEntry {
  readonly seq: number;
  readonly hash: string;
}

/**
 * The rows of entries that follow the last one. A row has the number of the last entry in it. The first entry has a row of
 * its own: its number is one that two instances cannot both take.
 */
export function rowsAfter(last: LastEntry, told: readonly string[], at: number): AuditTable[] {
  const rows: AuditTable[] = [];
  let { seq, hash } = last;
  let lines = '';
  told.forEach((text, i) => {
    const entry = chained(++seq, hash, text);
    hash = entry.hash;
    lines += lines === '' ? entry.line : `\n${entry.line}`;
    if (i > 0 && i < told.length - 1 && lines.length < longEnough) return;
    rows.push({ seq, at, line: lines, hash });
    lines = '';
  });
  return rows;
}

/** The lines of a row, each with the number of its entry. */
export function linesOf({ seq, line }: Pick<AuditTable, 'seq' | 'line'>): { seq: number; line: string }[] {
  const lines = line.split('\n');
  const first = Number(seq) - lines.length + 1;
  return lines.map((text, i) => ({ seq: first + i, line: text }));
}

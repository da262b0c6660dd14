// The rows of the audit log in the state store. Many lines share a row: a row each would cost the engine more than the
// work it records.
import type { AuditTable } from '../../store/tables.ts';
import { chainEntry } from './chain.ts';

/** A row of this length is complete. */
const fullRowLength = 64 * 1024;

/** The entry to continue from. */
export interface LastEntry {
  readonly seq: number;
  readonly hash: string;
}

/**
 * The rows for entries that follow the last one. A row has the number of its last entry. The first entry gets a
 * separate row, whose number two instances cannot both take.
 */
export function rowsAfter(last: LastEntry, members: readonly string[], at: number): AuditTable[] {
  const rows: AuditTable[] = [];
  let { seq, hash } = last;
  let lines = '';
  members.forEach((text, i) => {
    const entry = chainEntry(++seq, hash, text);
    hash = entry.hash;
    lines += lines === '' ? entry.line : `\n${entry.line}`;
    if (i > 0 && i < members.length - 1 && lines.length < fullRowLength) return;
    rows.push({ seq, at, line: lines, hash });
    lines = '';
  });
  return rows;
}

/** The lines of a row with the numbers of their entries. */
export function linesOf({ seq, line }: Pick<AuditTable, 'seq' | 'line'>): { seq: number; line: string }[] {
  const lines = line.split('\n');
  const first = Number(seq) - lines.length + 1;
  return lines.map((text, i) => ({ seq: first + i, line: text }));
}

// The audit log's hash chain: each entry contains the hash of the one before, so none can be changed or removed
// unnoticed.
import { hash as digest } from 'node:crypto';
import { AuditEntry } from '../../contract/audit.ts';

/** An entry before it has its place in the chain. */
export interface UnchainedEntry extends Omit<AuditEntry, 'seq' | 'entities' | 'previous' | 'hash'> {
  readonly entities: readonly string[];
}

/** The `previous` hash of the very first entry. */
export const noEntry = '';

/** An entry without its time. */
export type AuditEvent = Omit<UnchainedEntry, 'at'>;

/** The JSON members of an entry between its number and the previous hash. */
export function entryMembers(event: AuditEvent, at: string): string {
  return entryMembersOfText(eventText(event), at);
}

/** The same for a deed that is text already. */
export function entryMembersOfText(event: string, at: string): string {
  return `"at":${JSON.stringify(at)},${event}`;
}

export function eventText({ user, via, as, action, entities, rows, address }: AuditEvent): string {
  const json = JSON.stringify;
  const viewed = as === undefined ? '' : `,"as":${json(as)}`;
  const who = `"user":${json(user)},"via":${json(via)}${viewed}`;
  return `${who},"action":${json(action)},"entities":${json(entities)},"rows":${rows},"address":${json(address)}`;
}

/** The line of an entry and its hash, computed over the line without its last member. */
export function chainEntry(
  seq: number,
  previous: string,
  event: string,
): { readonly line: string; readonly hash: string } {
  const members = `{"seq":${seq},${event},"previous":${JSON.stringify(previous)}`;
  const hash = digest('sha256', `${members}}`, 'hex');
  return { line: `${members},"hash":"${hash}"}`, hash };
}

/**
 * Verifies consecutive lines from the first kept one on: `next` returns in words what is wrong with a line, or null.
 */
export class ChainCheck {
  /** The number of the first entry. */
  first: number | null = null;
  /** The last entry verified. */
  last: { readonly seq: number; readonly hash: string } | null = null;
  count = 0;

  next(line: string): string | null {
    const read = AuditEntry.safeParse(parsed(line));
    if (!read.success) return `entry ${this.count + 1} cannot be read`;
    const { seq, at, previous, hash, ...rest } = read.data;
    const made = chainEntry(seq, previous, entryMembers(rest, at));
    if (made.line !== line || made.hash !== hash) return `entry ${seq} was changed`;
    if (this.last !== null && seq !== this.last.seq + 1) return `entries before ${seq} are missing`;
    if (this.last !== null && previous !== this.last.hash) {
      return `entry ${seq} does not follow the one before it`;
    }
    this.first ??= seq;
    this.last = { seq, hash };
    this.count++;
    return null;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

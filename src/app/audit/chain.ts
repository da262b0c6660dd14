// The chain of the audit log: each entry holds the hash of the one before it, so that none can be changed or taken out.
import { hash as digest } from 'node:crypto';
import { AuditEntry } from '../../contract/audit.ts';

/** What is told of, before it has its place in the chain. */
export interface Unchained extends Omit<AuditEntry, 'seq' | 'entities' | 'previous' | 'hash'> {
  readonly entities: readonly string[];
}

/** What the first entry of all has before it. */
export const noEntry = '';

/** What was done, whenever that was. */
export type Deed = Omit<Unchained, 'at'>;

/** What an entry tells, as it stands in its line between its number and the hash of the entry before it: members of JSON. */
export function toldBy(deed: Deed, at: string): string {
  return toldOf(deedText(deed), at);
}

/** The same of a deed that is in words already. */
export function toldOf(deed: string, at: string): string {
  return `"at":${JSON.stringify(at)},${deed}`;
}

export function deedText({ user, via, as, action, entities, rows, address }: Deed): string {
  const json = JSON.stringify;
  const viewed = as === undefined ? '' : `,"as":${json(as)}`;
  const who = `"user":${json(user)},"via":${json(via)}${viewed}`;
  return `${who},"action":${json(action)},"entities":${json(entities)},"rows":${rows},"address":${json(address)}`;
}

/** The line of an entry, and its hash: that of the line without its last member. */
export function chained(
  seq: number,
  previous: string,
  told: string,
): { readonly line: string; readonly hash: string } {
  const members = `{"seq":${seq},${told},"previous":${JSON.stringify(previous)}`;
  const hash = digest('sha256', `${members}}`, 'hex');
  return { line: `${members},"hash":"${hash}"}`, hash };
}

/** The first line at which the chain breaks, in words; null where it is whole. Lines follow each other from the first one kept. */
export class ChainCheck {
  /** The number of the first entry. */
  first: number | null = null;
  /** The entry that was looked at last. */
  last: { readonly seq: number; readonly hash: string } | null = null;
  count = 0;

  next(line: string): string | null {
    const read = AuditEntry.safeParse(parsed(line));
    if (!read.success) return `entry ${this.count + 1} cannot be read`;
    const { seq, at, previous, hash, ...rest } = read.data;
    const made = chained(seq, previous, toldBy(rest, at));
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

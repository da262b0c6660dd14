// The chain of the audit log: each entry holds the hash of the one before it, so that none can be changed or taken out.
import { createHash } from 'node:crypto';
import { AuditEntry } from '../../contract/audit.ts';

export type Unchained = Omit<AuditEntry, 'seq' | 'previous' | 'hash'>;

/** What the first entry of all has before it. */
export const noEntry = '';

/** The line of an entry, and its hash: that of the line without its last member. */
export function chained(
  seq: number,
  previous: string,
  { at, user, via, as, action, entities, rows, address }: Unchained,
): { readonly line: string; readonly hash: string } {
  const members = {
    seq,
    at,
    user,
    via,
    ...(as === undefined ? {} : { as }),
    action,
    entities,
    rows,
    address,
    previous,
  };
  const body = JSON.stringify(members);
  const hash = createHash('sha256').update(body).digest('hex');
  return { line: `${body.slice(0, -1)},"hash":${JSON.stringify(hash)}}`, hash };
}

/** The first line at which the chain breaks, in words; null where it is whole. Lines follow each other from the first one kept. */
export class ChainCheck {
  #last: { readonly seq: number; readonly hash: string } | null = null;
  count = 0;

  next(line: string): string | null {
    const read = AuditEntry.safeParse(parsed(line));
    if (!read.success) return `entry ${this.count + 1} cannot be read`;
    const { seq, previous, hash, ...rest } = read.data;
    const made = chained(seq, previous, rest);
    if (made.line !== line || made.hash !== hash) return `entry ${seq} was changed`;
    if (this.#last !== null && seq !== this.#last.seq + 1) return `entries before ${seq} are missing`;
    if (this.#last !== null && previous !== this.#last.hash) {
      return `entry ${seq} does not follow the one before it`;
    }
    this.#last = { seq, hash };
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

// The ids of change sets: nobody can guess one.
import { randomBytes } from 'node:crypto';

const idBytes = 15;

/** Random bytes for the next ids: to ask for a few of them takes as long as to ask for many. */
let drawn = { bytes: Buffer.alloc(0), used: 0 };

export function newSetId(): string {
  if (drawn.used === drawn.bytes.length) drawn = { bytes: randomBytes(256 * idBytes), used: 0 };
  drawn.used += idBytes;
  return drawn.bytes.toString('base64url', drawn.used - idBytes, drawn.used);
}

// Unguessable ids of change sets.
import { randomBytes } from 'node:crypto';

const idBytes = 15;

/** Random bytes for the next ids: drawing a few takes as long as drawing many. */
let drawn = { bytes: Buffer.alloc(0), used: 0 };

export function newSetId(): string {
  if (drawn.used === drawn.bytes.length) drawn = { bytes: randomBytes(256 * idBytes), used: 0 };
  drawn.used += idBytes;
  return drawn.bytes.toString('base64url', drawn.used - idBytes, drawn.used);
}

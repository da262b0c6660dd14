// A JSON text as a JSON string. The rows of an answer come from the engine as bytes: as texts they would be decoded,
// quoted and encoded again, which takes longer than the rest of a call.

/** Parts of one text; those in bytes are parts of a JSON text, in UTF-8. */
export type Parts = readonly (string | Uint8Array)[];

export function joined(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? part : decoded(part))).join('');
}

export function decoded(bytes: Uint8Array): string {
  return bufferOf(bytes).toString();
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** `before` and `after` stand around the string, its own quotes included. */
export function quoted(before: string, parts: Parts, after: string): Uint8Array {
  const inside = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(escaped(part)) : escapedBytes(part),
  );
  return Buffer.concat([Buffer.from(before), ...inside, Buffer.from(after)]);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Only ASCII is escaped, so each byte may be taken for a letter: nothing has to be decoded and encoded again. */
function escapedBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.from(escaped(bufferOf(bytes).toString('latin1')), 'latin1');
}

// Quotes a JSON text as a JSON string. The rows come from the engine as bytes: decoding, quoting and encoding them
// again would take longer than the rest of a call.

/** Parts of one text; byte parts are pieces of JSON text in UTF-8. */
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

/** `before` and `after` surround the string and contain its quotes. */
export function quoted(before: string, parts: Parts, after: string): Uint8Array {
  const inside = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(escaped(part)) : escapedBytes(part),
  );
  return Buffer.concat([Buffer.from(before), ...inside, Buffer.from(after)]);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Only ASCII is escaped, so each byte can be treated as a character without decoding. */
function escapedBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.from(escaped(bufferOf(bytes).toString('latin1')), 'latin1');
}

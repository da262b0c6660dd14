// Frees the memory of bytes that are no longer needed.

/**
 * Frees the memory at once: the garbage collector would let up to a hundred megabytes pile up first. Only for bytes
 * with a single owner. Small buffers may share a block of memory; larger ones have their own.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  const isAlone = byteLength === buffer.byteLength || buffer.byteLength > Buffer.poolSize;
  if (isAlone) buffer.transfer(0);
}

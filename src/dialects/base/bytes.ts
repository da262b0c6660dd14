// Gives the memory of bytes back that nobody needs any more.

/**
 * Gives the memory back at once: the collector would let it pile up to a hundred megabytes before it looks. Only
 * for bytes that nobody else holds. Small buffers may share one block of memory; every other has its own.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  const isAlone = byteLength === buffer.byteLength || buffer.byteLength > Buffer.poolSize;
  if (isAlone) buffer.transfer(0);
}

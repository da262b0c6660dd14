// Memory of bytes that have done their service.

/**
 * Gives the memory back at once: the collector would let it pile up to a hundred megabytes before it looks. Only
 * for bytes that nobody else holds. Small buffers may share one block of memory; every larger one has its own.
 */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

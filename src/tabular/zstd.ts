// Zstandard files may consist of several frames, written by parallel compressors or by appending.
import { Duplex } from 'node:stream';
import { createZstdDecompress, type ZstdDecompress } from 'node:zlib';

/** Decompresses all frames. Node's stream ends at the end of a frame and drops the rest of that chunk. */
export function zstdUnpacker(): Duplex {
  return Duplex.from(async function* (pieces: AsyncIterable<Uint8Array>) {
    const source = pieces[Symbol.asyncIterator]();
    let rest = await nextOf(source);
    while (rest !== null) {
      const unpacker = createZstdDecompress();
      const feeding = feed(unpacker, rest, source);
      feeding.catch((error: Error) => unpacker.destroy(error));
      yield* unpacker;
      rest = await feeding;
    }
  });
}

/** What follows the completed frame; null at the end of the input. */
async function feed(
  unpacker: ZstdDecompress,
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): Promise<Uint8Array | null> {
  for (let piece: Uint8Array | null = first; piece !== null; piece = await nextOf(source)) {
    const before = unpacker.bytesWritten;
    await written(unpacker, piece);
    const taken = unpacker.bytesWritten - before;
    if (taken < piece.length) return piece.subarray(taken);
  }
  unpacker.end();
  return null;
}

function written(unpacker: ZstdDecompress, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    unpacker.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

async function nextOf(source: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const next = await source.next();
  return next.done === true ? null : next.value;
}

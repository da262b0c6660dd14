// A file as text: decompressed, without a byte order mark, and decoded from UTF-16 if necessary.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Duplex } from 'node:stream';
import { TextDecoder } from 'node:util';
import { markLength, unpackerFor } from './packing.ts';
import { UnreadableTable } from './table.ts';

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const savedAnew = ' Save it as UTF-8: spreadsheet programs call that “CSV UTF-8”.';

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);

/** Invalid characters make the file unreadable. */
export async function* textOf(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  let last: Uint8Array = new Uint8Array();
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined
        ? (decoder?.decode() ?? '')
        : (decoder?.decode(chunk, { stream: true }) ?? '');
    } catch {
      const encoding = decoder?.encoding.toUpperCase();
      const place =
        encoding === 'UTF-8'
          ? `on line ${line + wholeLinesIn(last, chunk ?? new Uint8Array())}`
          : `on line ${line} or after it`;
      throw new UnreadableTable(`it is not ${encoding}, ${place}`, { remedy: savedAnew });
    }
  };
  for await (const chunk of bytesOf(path)) {
    decoder ??= decoderFor(chunk);
    const text = decode(chunk);
    line += lineBreaksIn(text);
    last = chunk;
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** Decompressed, if the first bytes say so. */
export async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  let unpacker: Duplex | null = null;
  for await (const piece of createReadStream(path, { end: markLength - 1 })) unpacker = unpackerFor(piece);
  // Opened only when it is read: an error without a listener ends the process.
  const file = createReadStream(path, { highWaterMark: 262_144 });
  try {
    if (unpacker === null) {
      yield* file;
      return;
    }
    file.on('error', (error) => unpacker?.destroy(error));
    yield* file.pipe(unpacker);
  } catch (error) {
    if (unpacker === null) throw error;
    throw new UnreadableTable(`it cannot be unpacked: ${error instanceof Error ? error.message : error}`);
  } finally {
    file.destroy();
    unpacker?.destroy();
  }
}

function decoderFor(first: Uint8Array): TextDecoder {
  const mark = marks.find(([bytes]) => startsWith(first, bytes));
  return new TextDecoder(mark?.[1] ?? 'utf-8', { fatal: true });
}

/**
 * The number of valid lines before the invalid one in a chunk that is not UTF-8; its first character may begin in the
 * chunk before.
 */
function wholeLinesIn(last: Uint8Array, piece: Uint8Array): number {
  const tail = last.subarray(-3);
  const begun = tail.findLastIndex((byte) => byte >= 0xc0);
  const bytes = Buffer.concat([begun < 0 ? new Uint8Array() : tail.subarray(begun), piece]);
  let lines = 0;
  for (let at = 0; ; lines++) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0 || !isUtf8(bytes.subarray(at, end))) return lines;
    at = end + 1;
  }
}

function lineBreaksIn(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}

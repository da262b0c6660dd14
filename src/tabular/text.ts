// A file as text: unpacked, without the mark of its byte order, and from UTF-16 where it is that.
import { createReadStream } from 'node:fs';
import type { Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { markLength, unpackerFor } from './packing.ts';
import { UnreadableTable } from './table.ts';

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);

/** What is no character of the file's encoding makes it unreadable. */
export async function* textOf(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined
        ? (decoder?.decode() ?? '')
        : (decoder?.decode(chunk, { stream: true }) ?? '');
    } catch {
      const encoding = decoder?.encoding.toUpperCase();
      throw new UnreadableTable(`it is not ${encoding}, on line ${line} or after it`);
    }
  };
  for await (const chunk of bytesOf(path)) {
    decoder ??= decoderFor(chunk);
    const text = decode(chunk);
    line += lineBreaksIn(text);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** Unpacked, where the first bytes say that it is packed. */
export async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 262_144 });
  let unpacker: Transform | null = null;
  try {
    for await (const piece of createReadStream(path, { end: markLength - 1 })) unpacker = unpackerFor(piece);
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

function lineBreaksIn(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}

// A file as plain UTF-8: unpacked, without a mark of its byte order, and turned from UTF-16 where it is that.
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { DataFile } from './folder.ts';

/** A file that cannot be served; the sentence says why. */
export class UnreadableFile extends Error {}

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Writes it to a file of ours; every character that is none of its encoding makes it unreadable. */
export async function writePlainText({ path, isGzipped }: DataFile, to: string): Promise<void> {
  const source = isGzipped ? unpacked(path) : createReadStream(path);
  await pipeline(Readable.from(decoded(source)), createWriteStream(to, { mode: 0o600 }));
}

async function* unpacked(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    yield* file.pipe(gunzip);
  } catch (error) {
    throw new UnreadableFile(`it cannot be unpacked: ${error instanceof Error ? error.message : error}`);
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk);
    const text = read(decoder, chunk, line);
    line += text.split('\n').length - 1;
    yield text;
  }
  if (decoder !== null) yield read(decoder, undefined, line);
}

function decoderFor(first: Uint8Array): TextDecoder {
  const mark = marks.find(([bytes]) => bytes.every((byte, i) => first[i] === byte));
  return new TextDecoder(mark?.[1] ?? 'utf-8', { fatal: true });
}

function read(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new UnreadableFile(`it is not ${decoder.encoding.toUpperCase()}, on line ${line} or after it`);
  }
}

/** The beginning of a file of ours. */
export async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_048_576), 0, 1_048_576, 0);
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}

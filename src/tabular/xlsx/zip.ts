// Streams the files of a ZIP directly from disk; only the directory is held in memory.
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { UnreadableTable } from '../table.ts';

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  /** The CRC-32 of its bytes. */
  readonly checksum: number;
  /** The offset of the header before its bytes. */
  readonly offset: number;
}

const stored = 0;
const deflated = 8;

const endOfDirectory = 0x06054b50;
const endOfDirectory64 = 0x06064b50;
const locator64 = 0x07064b50;
const directoryHeader = 0x02014b50;
const fileHeader = 0x04034b50;

/** The end record of a directory with the longest possible comment. */
const maxEndLength = 22 + 0xffff;
/** No workbook has a larger directory. */
const maxDirectorySize = 16 * 1024 * 1024;
/** The most bytes one file may unpack to: a few bytes can be compressed to fill any disk. */
const maxUnpackedBytes = 8 * 1024 ** 3;

const damaged = () => new UnreadableTable('it is damaged: its parts cannot be found');

export class Zip {
  readonly #path: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(path: string, entries: ReadonlyMap<string, Entry>) {
    this.#path = path;
    this.#entries = entries;
  }

  static async open(path: string): Promise<Zip> {
    const file = await open(path);
    try {
      return new Zip(path, await readDirectory(file));
    } catch (error) {
      // An offset in the file points beyond its end.
      throw error instanceof RangeError ? damaged() : error;
    } finally {
      await file.close();
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Streams the decompressed bytes of one file. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new UnreadableTable(`it has no part ${name}`);
    const start = await this.#startOf(entry);
    const packed: Readable =
      entry.packedSize === 0
        ? Readable.from([])
        : createReadStream(this.#path, { start, end: start + entry.packedSize - 1, highWaterMark: 262_144 });
    const inflate = createInflateRaw({ chunkSize: 131_072 });
    if (entry.method !== stored) packed.on('error', (error) => inflate.destroy(error));
    let length = 0;
    let checksum = 0;
    try {
      for await (const chunk of entry.method === stored ? packed : packed.pipe(inflate)) {
        length += chunk.length;
        if (length > maxUnpackedBytes) throw new UnreadableTable(`its part ${name} is too long`);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
      // A corrupted digit is still valid XML.
      if (checksum !== entry.checksum) {
        throw new UnreadableTable(`it is damaged: its part ${name} is not as it was packed`);
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        ? new UnreadableTable(`its part ${name} cannot be unpacked: ${error.message}`)
        : error;
    } finally {
      packed.destroy();
      inflate.destroy();
    }
  }

  async #startOf({ offset }: Entry): Promise<number> {
    const file = await open(this.#path);
    try {
      const header = await bytesAt(file, offset, 30);
      if (header.readUInt32LE(0) !== fileHeader) throw damaged();
      return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    } finally {
      await file.close();
    }
  }
}

async function readDirectory(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - maxEndLength);
  const tail = await bytesAt(file, tailStart, size - tailStart);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== endOfDirectory) at--;
  if (at < 0) throw new UnreadableTable('it is no workbook');
  let directorySize = tail.readUInt32LE(at + 12);
  let directoryStart = tail.readUInt32LE(at + 16);
  if (at >= 20 && tail.readUInt32LE(at - 20) === locator64) {
    const end = await bytesAt(file, Number(tail.readBigUInt64LE(at - 20 + 8)), 56);
    if (end.readUInt32LE(0) !== endOfDirectory64) throw damaged();
    directorySize = Number(end.readBigUInt64LE(40));
    directoryStart = Number(end.readBigUInt64LE(48));
  }
  if (directorySize > maxDirectorySize) throw damaged();
  return entriesOf(await bytesAt(file, directoryStart, directorySize));
}

function entriesOf(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < directory.length; ) {
    if (directory.readUInt32LE(at) !== directoryHeader) throw damaged();
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const name = directory.toString('utf8', at + 46, nameEnd);
    const method = directory.readUInt16LE(at + 10);
    if (method === stored || method === deflated) {
      const extra = directory.subarray(nameEnd, extraEnd);
      const checksum = directory.readUInt32LE(at + 16);
      entries.set(name, { method, checksum, ...placeOf(directory, at, extra) });
    }
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Numbers of more than 32 bits are in an extra field, in a fixed order, and only those. */
function placeOf(directory: Buffer, at: number, extra: Buffer): Omit<Entry, 'method' | 'checksum'> {
  const long = longNumbers(extra);
  const number = (value: number) => (value === 0xffffffff ? (long.shift() ?? value) : value);
  number(directory.readUInt32LE(at + 24));
  const packedSize = number(directory.readUInt32LE(at + 20));
  return { packedSize, offset: number(directory.readUInt32LE(at + 42)) };
}

function longNumbers(extra: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const end = at + 4 + extra.readUInt16LE(at + 2);
    for (let i = at + 4; i + 8 <= end; i += 8) numbers.push(Number(extra.readBigUInt64LE(i)));
  }
  return numbers;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw damaged();
  return buffer;
}

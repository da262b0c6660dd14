// Parses the footer of a Parquet file to find columns with nanoseconds. The engine truncates moments with a time zone
// and times to microseconds, but reads moments without a zone completely, and all are stored alike. So a copy of the
// file is patched, by one byte each, to declare them as those.
import { type FileHandle, open } from 'node:fs/promises';

/** The kind of values with nanoseconds. */
export type Nanoseconds = 'moment' | 'time';

export interface NanosecondLeaf {
  /** Its index among all elements of the schema; the first is the root. */
  readonly element: number;
  readonly of: Nanoseconds;
  /** The patch that declares it as a moment without a time zone. */
  readonly bytes: readonly { readonly at: number; readonly value: number }[];
}

export async function nanosecondLeaves(path: string): Promise<NanosecondLeaf[]> {
  const file = await open(path, 'r');
  try {
    const { begin, bytes } = await footerOf(file);
    return new Footer(bytes, begin).leaves();
  } finally {
    await file.close();
  }
}

/** Patches a copy of the file. */
export async function declareAsMoments(path: string, leaves: readonly NanosecondLeaf[]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    for (const { at, value } of leaves.flatMap(({ bytes }) => bytes)) {
      await file.write(Uint8Array.of(value), 0, 1, at);
    }
  } finally {
    await file.close();
  }
}

/** The footer is followed by its length and four letters. */
const tailBytes = 8;

async function footerOf(file: FileHandle): Promise<{ readonly begin: number; readonly bytes: Buffer }> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(tailBytes);
  await file.read(tail, 0, tailBytes, size - tailBytes);
  const bytes = Buffer.alloc(tail.readUInt32LE(0));
  const begin = size - tailBytes - bytes.length;
  await file.read(bytes, 0, bytes.length, begin);
  return { begin, bytes };
}

/** Types of Thrift's compact protocol; a boolean is encoded in its type. */
const isTrue = 1;
const isFalse = 2;
const binary = 8;
const list = 9;
const set = 10;
const map = 11;
const struct = 12;
/** The types with a fixed length. */
const lengths: Readonly<Record<number, number>> = { [isTrue]: 0, [isFalse]: 0, 3: 1, 7: 8, 13: 16 };

interface Place {
  readonly id: number;
  readonly type: number;
  /** The offset of the byte that encodes id and type. */
  readonly header: number;
}

class Footer {
  readonly #bytes: Buffer;
  readonly #begin: number;
  #at = 0;

  /** `begin`: its offset in the file. */
  constructor(bytes: Buffer, begin: number) {
    this.#bytes = bytes;
    this.#begin = begin;
  }

  leaves(): NanosecondLeaf[] {
    const leaves: NanosecondLeaf[] = [];
    this.#struct((field) => {
      if (field.id !== 2) return this.#skip(field.type);
      const { size } = this.#listHeader();
      for (let element = 0; element < size; element++) {
        this.#struct((part) => {
          if (part.id !== 10) return this.#skip(part.type);
          const leaf = this.#logicalType(element);
          if (leaf !== null) leaves.push(leaf);
        });
      }
    });
    return leaves;
  }

  #logicalType(element: number): NanosecondLeaf | null {
    let leaf: NanosecondLeaf | null = null;
    this.#struct((kind) => {
      if (kind.id !== 7 && kind.id !== 8) return this.#skip(kind.type);
      let zone: Place | null = null;
      let isNanoseconds = false;
      this.#struct((part) => {
        if (part.id === 1) zone = part;
        if (part.id !== 2) return this.#skip(part.type);
        this.#struct((unit) => {
          if (unit.id === 3) isNanoseconds = true;
          this.#skip(unit.type);
        });
      });
      if (isNanoseconds && zone !== null) leaf = this.#leafOf(element, kind, zone);
    });
    return leaf;
  }

  #leafOf(element: number, kind: Place, zone: Place): NanosecondLeaf | null {
    const withoutZone = this.#changed(zone.header, isFalse - zone.type);
    if (kind.id === 7) {
      // The next kind is that of moments; the kind's number is in the upper half of the byte.
      return { element, of: 'time', bytes: [this.#changed(kind.header, 1 << 4), withoutZone] };
    }
    return zone.type === isTrue ? { element, of: 'moment', bytes: [withoutZone] } : null;
  }

  #changed(at: number, by: number): { readonly at: number; readonly value: number } {
    return { at: this.#begin + at, value: (this.#bytes[at] ?? 0) + by };
  }

  #struct(take: (field: Place) => void): void {
    for (let id = 0; ; ) {
      const header = this.#at;
      const byte = this.#byte();
      if (byte === 0) return;
      const delta = byte >> 4;
      id = delta === 0 ? this.#signed() : id + delta;
      take({ id, type: byte & 15, header });
    }
  }

  #skip(type: number): void {
    if (type === struct) this.#struct((field) => this.#skip(field.type));
    else if (type === binary) {
      const length = this.#varint();
      this.#at += length;
    } else if (type === list || type === set) {
      const { size, of } = this.#listHeader();
      for (let i = 0; i < size; i++) this.#skipItem(of);
    } else if (type === map) {
      const size = this.#varint();
      const kinds = size === 0 ? 0 : this.#byte();
      for (let i = 0; i < size; i++) {
        this.#skipItem(kinds >> 4);
        this.#skipItem(kinds & 15);
      }
    } else if (lengths[type] === undefined) this.#varint();
    else this.#at += lengths[type];
  }

  /** For items of lists and maps, where a boolean takes one byte. */
  #skipItem(type: number): void {
    if (type === isTrue || type === isFalse) this.#at++;
    else this.#skip(type);
  }

  #listHeader(): { readonly size: number; readonly of: number } {
    const byte = this.#byte();
    const size = byte >> 4;
    return { size: size === 15 ? this.#varint() : size, of: byte & 15 };
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('the description of the file ends too early');
    return byte;
  }

  /** Large integers are only skipped, so their value does not matter. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  #signed(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

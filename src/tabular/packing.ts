// Compression formats, recognised by extension and by the first bytes.
import type { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { zstdUnpacker } from './zstd.ts';

const packings = {
  gz: { mark: [0x1f, 0x8b], unpacker: createGunzip },
  zst: { mark: [0x28, 0xb5, 0x2f, 0xfd], unpacker: zstdUnpacker },
} as const satisfies Record<string, { readonly mark: readonly number[]; readonly unpacker: () => Duplex }>;

/** The number of bytes needed to recognise compression. */
export const markLength = Math.max(...Object.values(packings).map(({ mark }) => mark.length));

const packedEnding = new RegExp(`\\.(?:${Object.keys(packings).join('|')})$`, 'i');

/** The name without its compression extension, if any. */
export function unpackedName(name: string): string {
  return name.replace(packedEnding, '');
}

/** Null for uncompressed bytes. */
export function unpackerFor(beginning: Uint8Array): Duplex | null {
  const found = Object.values(packings).find(({ mark }) => mark.every((byte, i) => beginning[i] === byte));
  return found?.unpacker() ?? null;
}

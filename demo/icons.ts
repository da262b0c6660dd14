/** Draws the genre icons: real PNG images of 32 × 32 pixels with a palette of four colours. */
import { crc32, deflateSync } from 'node:zlib';
import { createRandom } from './random.ts';

const SIZE = 32;
const BITS = 2;
const TRANSPARENT = 0;
const DISC = 1;
const SHADE = 2;
const BAR = 3;

type Colour = readonly [red: number, green: number, blue: number];

/** A vinyl record in the colour of its position in the list, with its own little equaliser. */
export function genreIcon(index: number, count: number): Buffer {
  const random = createRandom(`icon ${index}`);
  const heights = Array.from({ length: 5 }, () => random.between(3, 8));
  const disc = colourOf(index / count);
  const shade: Colour = [disc[0] >> 1, disc[1] >> 1, disc[2] >> 1];
  return png([[0, 0, 0], disc, shade, [255, 255, 255]], (x, y) => {
    const fromCentre = (2 * x - SIZE + 1) ** 2 + (2 * y - SIZE + 1) ** 2;
    if (fromCentre > (SIZE - 1) ** 2) return TRANSPARENT;
    const bar = Math.floor((x - 6) / 4);
    const height = (x - 6) % 4 === 3 || x < 6 ? undefined : heights[bar];
    if (height !== undefined && Math.abs(2 * y - SIZE + 1) < 2 * height) return BAR;
    return fromCentre > (SIZE - 5) ** 2 ? SHADE : DISC;
  });
}

/** The colours of the rainbow from 0 to 1, dark enough for white text. */
function colourOf(hue: number): Colour {
  const channel = (shift: number) => {
    const distance = Math.abs(((hue + shift) % 1) * 6 - 3);
    return Math.round(40 + 160 * Math.min(1, Math.max(0, distance - 1)));
  };
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}

function png(palette: readonly Colour[], colourAt: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([BITS, 3], 8);

  const rowLength = 1 + (SIZE * BITS) / 8;
  const pixels = Buffer.alloc(SIZE * rowLength);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const position = y * rowLength + 1 + (x >> 2);
      pixels.writeUInt8(pixels.readUInt8(position) | (colourAt(x, y) << (6 - 2 * (x & 3))), position);
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('tRNS', Buffer.from([0])),
    // Stored, not compressed, because compressed bytes depend on the zlib build.
    chunk('IDAT', deflateSync(pixels, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Reads the files of a ZIP archive that fits into memory. */
import { inflateRawSync } from 'node:zlib';

const signatures = { end: 0x06054b50, entry: 0x02014b50 };

export function unzip(archive: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== signatures.end) throw new Error('This is no ZIP archive.');
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === signatures.entry) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    files.set(
      archive.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

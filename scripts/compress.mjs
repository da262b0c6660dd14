// Writes compressed copies of a folder's files, so that nothing has to be compressed on request.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Fonts and images are already compressed. */
const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;

const encodings = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gz: (body) => promisify(gzip)(body, { level: 9 }),
};

/** @param {string} folder */
export async function compressFolder(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const body = await readFile(file);
      for (const [extension, compress] of Object.entries(encodings)) {
        const compressed = await compress(body);
        if (compressed.length < body.length) await writeFile(`${file}.${extension}`, compressed);
      }
    }),
  );
}

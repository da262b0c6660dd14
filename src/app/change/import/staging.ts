// Uploaded files that wait for their import: private files in a folder that all processes of a machine share.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../../contract/problem.ts';

export interface StagedFile {
  readonly id: string;
  readonly name: string;
  readonly user: string | null;
  readonly path: string;
  readonly bytes: number;
}

/** The size limits of one file and of all together. */
const maxFileBytes = 2 * 1024 ** 3;
const maxTotalBytes = 8 * 1024 ** 3;
/** Files are deleted after this time. */
const lifetimeMs = 24 * 3_600_000;

export class Staging {
  readonly #folder: string;

  constructor(folder = join(tmpdir(), `joinery-imports-${process.getuid?.() ?? 'own'}`)) {
    this.#folder = folder;
  }

  async begin(user: string | null, name: string): Promise<StagedFile> {
    await this.#prepare();
    await this.#sweep();
    const id = randomBytes(15).toString('base64url');
    await writeFile(this.#path(id), '', { mode: 0o600, flag: 'wx' });
    await writeFile(this.#aboutPath(id), JSON.stringify({ name, user }), { mode: 0o600, flag: 'wx' });
    return { id, name, user, path: this.#path(id), bytes: 0 };
  }

  /** Appends bytes. Bytes that are sent again change nothing. */
  async add(file: StagedFile, offset: number, bytes: Uint8Array): Promise<number> {
    const end = offset + bytes.length;
    if (end <= file.bytes) return file.bytes;
    if (offset !== file.bytes) {
      throw new Problem('malformed-request', `The next part begins at the offset ${file.bytes}.`);
    }
    if (end > maxFileBytes) throw new Problem('too-large', 'A file of more than 2 GiB is not imported.');
    const handle = await open(file.path, 'r+');
    try {
      await handle.write(bytes, 0, bytes.length, offset);
    } finally {
      await handle.close();
    }
    return end;
  }

  /** Throws a Problem if there is no such file, or if another user uploaded it. */
  async find(user: string | null, id: string): Promise<StagedFile> {
    const unknown = new Problem('not-found', 'There is no such file: send it again.');
    if (!/^[\w-]{20}$/.test(id)) throw unknown;
    try {
      // Written by `begin`.
      const about = JSON.parse(await readFile(this.#aboutPath(id), 'utf8')) as Pick<
        StagedFile,
        'name' | 'user'
      >;
      if (about.user !== user) throw unknown;
      const { size } = await stat(this.#path(id));
      return { id, ...about, path: this.#path(id), bytes: size };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw unknown;
      throw error;
    }
  }

  async remove({ id }: Pick<StagedFile, 'id'>): Promise<void> {
    await rm(this.#path(id), { force: true });
    await rm(this.#aboutPath(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }

  #aboutPath(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  /** The folder must belong to us: anybody can create one of this name in the shared temporary folder. */
  async #prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found = await lstat(this.#folder);
    const isOurs = process.getuid === undefined || found.uid === process.getuid();
    if (found.isDirectory() && isOurs && (found.mode & 0o077) === 0) return;
    throw new Problem('database-unavailable', 'The folder for files that are imported belongs to others.');
  }

  async #sweep(): Promise<void> {
    let total = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found === null) continue;
      if (found.mtimeMs < Date.now() - lifetimeMs) await rm(path, { force: true });
      else total += found.size;
    }
    if (total > maxTotalBytes) {
      throw new Problem('overloaded', 'Too many files wait to be imported.', { retryAfter: 60 });
    }
  }
}

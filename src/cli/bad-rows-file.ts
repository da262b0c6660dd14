// The CSV file with the bad rows of an import. It replaces an older one, and no other file.
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { BadRow } from '../contract/import.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';

const header = 'row,column,reason\n';
/** Lines are written together. */
const maxBuffered = 65_536;

export class BadRowsFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #buffered = header;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Throws a StartFailure if it cannot be written, if another file is there, or if it is the imported one. */
  static async open(path: string, imported: string): Promise<BadRowsFile> {
    const handle = await openOrCreate(path);
    try {
      const [own, other] = await Promise.all([handle.stat(), stat(imported)]);
      if (own.dev === other.dev && own.ino === other.ino) {
        throw new StartFailure(`The bad rows of ${imported} need a file of their own.`, usageError);
      }
      // Nothing is lost in a pipe or a terminal.
      if (own.isFile()) {
        if (own.size > 0 && !(await beginsWithHeader(handle))) {
          throw new StartFailure(
            `${path} is there already, and is no list of bad rows: it is not overwritten.`,
            usageError,
          );
        }
        await handle.truncate();
      }
      return new BadRowsFile(path, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async add({ row, column, reason }: BadRow): Promise<void> {
    const fields = [row ?? '', column ?? '', reason].map((field) => csvField(String(field)));
    this.#buffered += `${fields.join(',')}\n`;
    if (this.#buffered.length >= maxBuffered) await this.#write();
  }

  async close(): Promise<void> {
    try {
      await this.#write();
    } finally {
      await this.#handle.close();
    }
  }

  async #write(): Promise<void> {
    const text = this.#buffered;
    this.#buffered = '';
    try {
      await this.#handle.writeFile(text);
    } catch (error) {
      throw unwritable(this.#path, error, runtimeError);
    }
  }
}

/** Opened before it is looked at, so that nobody can exchange it in between. */
async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unwritable(path, error, usageError);
  }
  const found = await stat(path).catch(() => null);
  try {
    // A pipe cannot be opened for both; opening it must not wait for its own reader.
    return await open(path, found?.isFile() === true ? 'r+' : 'w');
  } catch (error) {
    throw unwritable(path, error, usageError);
  }
}

async function beginsWithHeader(handle: FileHandle): Promise<boolean> {
  const beginning = Buffer.alloc(header.length);
  await handle.read(beginning, 0, beginning.length, 0);
  return beginning.toString('latin1') === header;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
};

function unwritable(path: string, error: unknown, exitCode: number): StartFailure {
  const code = codeOf(error);
  return new StartFailure(`${path} cannot be written: ${reasons[code] ?? code}.`, exitCode, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

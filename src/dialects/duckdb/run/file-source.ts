// A DuckDB file, and whatever is at its path now.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Problem } from '../../../contract/problem.ts';
import { DatabaseFile, type FileState, isSameFile, isSameState, stateText } from '../../base/file.ts';
import { type DatabaseUrl, DatabaseUrlError } from '../../url.ts';
import type { Driver } from './driver.ts';
import { Engine, type EngineOptions } from './engine.ts';
import type { Opened, Source } from './source.ts';

export class FileSource implements Source {
  readonly #driver: Driver;
  readonly #file: DatabaseFile;
  readonly #options: EngineOptions;

  constructor(driver: Driver, path: string, options: EngineOptions) {
    this.#driver = driver;
    this.#file = new DatabaseFile(path, '.wal');
    this.#options = options;
  }

  version(): string {
    return textOf(this.#file.state());
  }

  async open(): Promise<Opened> {
    const before = this.#file.state();
    const { path } = this.#file;
    // The engine would create a missing file, and misread files of other kinds.
    if (before === null) throw new Error('it does not exist');
    if (path !== ':memory:' && !isDatabase(path)) throw new Error('it is no database of DuckDB');
    const engine = await Engine.open(this.#driver, path, this.#options);
    return {
      engine,
      version: textOf(before),
      isIntact: () => {
        const now = this.#file.state();
        // Replacing the file at the path does not affect the opened one.
        return now === null || !isSameFile(now, before) || isSameState(now, before);
      },
      warnings: [],
    };
  }
}

/** Such a file has a magic number after its first checksum. */
function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(12);
    readSync(file, bytes, 0, 12, 0);
    return bytes.toString('latin1', 8) === 'DUCK';
  } finally {
    closeSync(file);
  }
}

function textOf(found: FileState | null): string {
  return found === null ? 'none' : stateText(found);
}

export function engineOptions({ options }: DatabaseUrl): EngineOptions {
  const memoryLimit = options.get('memory_limit');
  if (memoryLimit !== undefined && !/^\d{1,9}(\.\d+)? ?(KB|MB|GB|TB|KiB|MiB|GiB|TiB)$/i.test(memoryLimit)) {
    throw new DatabaseUrlError(`memory_limit=${memoryLimit} in the database URL must be a size such as 2GB.`);
  }
  const threads = options.get('threads');
  if (threads !== undefined && !/^[1-9]\d{0,3}$/.test(threads)) {
    throw new DatabaseUrlError(`threads=${threads} in the database URL must be a number from 1 on.`);
  }
  return { memoryLimit, threads };
}

/** The error for whoever starts the service. */
export function unopened({ database }: DatabaseUrl, error: unknown): Problem {
  const detail = `The DuckDB file ${database} cannot be opened: ${reason(database, error)}.`;
  return new Problem('database-unavailable', detail, { retryAfter: 5, cause: error });
}

function reason(path: string, error: unknown): string {
  if (!existsSync(path)) {
    return isAbsolute(path)
      ? 'it does not exist. Check the path'
      : `it does not exist. It is looked for in ${process.cwd()}; a path from the root has four slashes, duckdb:////${path}`;
  }
  if (statSync(path).isDirectory())
    return 'it is a folder. Name a file in it, or use files:// for a folder of files';
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  if (/Could not set lock/.test(line)) return 'another program has it open for writing';
  return line.replace(/\.$/, '');
}

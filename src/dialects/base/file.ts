// The file behind a path: which one it is, and how it was found at a moment.
import { realpathSync, statSync } from 'node:fs';

/** Tells a file from every other one, for as long as somebody has it open. */
export interface FileId {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** The file that a connection was opened to. */
export interface OpenedFile extends FileId {
  /** Without any content then: to the engine a database without tables. */
  readonly wasEmpty: boolean;
}

/** What changes whenever a file is written to. */
interface Trace {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/** A look at the file and at the write-ahead log beside it. */
export interface Found extends FileId, Trace {
  /** Null where there is none, or nothing in it. */
  readonly log: Trace | null;
  /** Whether the last change is so long ago that one more would have another time. */
  readonly isSettled: boolean;
}

/** Some file systems tell times by a clock of so many milliseconds or less. */
const coarseMs = 50n;

const options = { bigint: true, throwIfNoEntry: false } as const;

/** A database in memory never changes behind the back of whoever has it open. */
const memory: Found = { dev: 0n, ino: 0n, size: 65_536n, mtimeNs: 0n, log: null, isSettled: true };

export class DatabaseFile {
  readonly path: string;
  readonly #log: string;

  /** `logEnding` is what the engine adds to the name of a file for that of its log. */
  constructor(path: string, logEnding = '-wal') {
    this.path = path;
    this.#log = `${realPath(path)}${logEnding}`;
  }

  get isInMemory(): boolean {
    return this.path === ':memory:';
  }

  /** The file alone, without its log. */
  lookAtFile(): (FileId & Trace) | null {
    return this.isInMemory ? memory : (stat(this.path) ?? null);
  }

  /** Null where nothing is there that could be read. */
  look(): Found | null {
    if (this.isInMemory) return memory;
    const file = stat(this.path);
    if (file === undefined) return null;
    const log = stat(this.#log);
    const { dev, ino, size, mtimeNs } = file;
    const latest = log !== undefined && log.mtimeNs > mtimeNs ? log.mtimeNs : mtimeNs;
    const isSettled = BigInt(Date.now()) - latest / 1_000_000n > coarseMs;
    const isLogEmpty = log === undefined || log.size === 0n;
    return { dev, ino, size, mtimeNs, log: isLogEmpty ? null : log, isSettled };
  }
}

/** The engine names the log after the file that a link leads to. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function stat(path: string) {
  try {
    return statSync(path, options);
  } catch {
    return undefined; // A folder on the way is gone, or closed to us.
  }
}

export function isSameFile(a: FileId, b: FileId): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Whether the file itself was not written to in between. */
export function isSameContent(a: Trace, b: Trace): boolean {
  return a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino;
}

/** Whether neither it nor its log was written to. */
export function isSameState(a: Found, b: Found): boolean {
  return isSameContent(a, b) && isSameLog(a.log, b.log);
}

function isSameLog(a: Trace | null, b: Trace | null): boolean {
  return a === null || b === null ? a === b : isSameContent(a, b);
}

/** All of it as one text: another one for every other state. */
export function stateText({ dev, log, ...file }: Found): string {
  const traces = [file, ...(log === null ? [] : [log])];
  return [dev, ...traces.flatMap(({ ino, size, mtimeNs }) => [ino, size, mtimeNs])].join('.');
}

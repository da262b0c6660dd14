// A database file: its identity, and its state at a given moment.
import { realpathSync, statSync } from 'node:fs';

/** Identifies a file for as long as it is open. */
export interface FileId {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** The file that a connection has open. */
export interface OpenedFile extends FileId {
  /** The file was empty, which the engine treats as a database without tables. */
  readonly wasEmpty: boolean;
}

/** These values change whenever a file is written. */
interface FileStamp {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/** The state of the file and of its write-ahead log. */
export interface FileState extends FileId, FileStamp {
  /** Null if the log is missing or empty. */
  readonly log: FileStamp | null;
  /** Whether the last change is old enough that another one would have a different timestamp. */
  readonly isSettled: boolean;
}

/** The timestamps of some file systems have a resolution of only this many milliseconds. */
const timestampResolutionMs = 50n;

const options = { bigint: true, throwIfNoEntry: false } as const;

/** Only the connection that has a database in memory open can change it. */
const memory: FileState = { dev: 0n, ino: 0n, size: 65_536n, mtimeNs: 0n, log: null, isSettled: true };

export class DatabaseFile {
  readonly path: string;
  readonly #log: string;

  /** `logEnding`: the suffix that the engine appends to the file's name for its log. */
  constructor(path: string, logEnding = '-wal') {
    this.path = path;
    this.#log = `${realPath(path)}${logEnding}`;
  }

  get isInMemory(): boolean {
    return this.path === ':memory:';
  }

  /** The state of the file alone, without its log. */
  fileState(): (FileId & FileStamp) | null {
    return this.isInMemory ? memory : (stat(this.path) ?? null);
  }

  /** Null if there is no readable file. */
  state(): FileState | null {
    if (this.isInMemory) return memory;
    const file = stat(this.path);
    if (file === undefined) return null;
    const log = stat(this.#log);
    const { dev, ino, size, mtimeNs } = file;
    const latest = log !== undefined && log.mtimeNs > mtimeNs ? log.mtimeNs : mtimeNs;
    const isSettled = BigInt(Date.now()) - latest / 1_000_000n > timestampResolutionMs;
    const isLogEmpty = log === undefined || log.size === 0n;
    return { dev, ino, size, mtimeNs, log: isLogEmpty ? null : log, isSettled };
  }
}

/** The engine names the log after the target of a symbolic link. */
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
    return undefined; // A folder of the path is gone or unreadable.
  }
}

export function isSameFile(a: FileId, b: FileId): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Whether the file itself was not written in between. */
export function isSameContent(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino;
}

/** Whether neither the file nor its log was written in between. */
export function isSameState(a: FileState, b: FileState): boolean {
  return isSameContent(a, b) && isSameLog(a.log, b.log);
}

function isSameLog(a: FileStamp | null, b: FileStamp | null): boolean {
  return a === null || b === null ? a === b : isSameContent(a, b);
}

/** The whole state as one text, different for every state. */
export function stateText({ dev, log, ...file }: FileState): string {
  const traces = [file, ...(log === null ? [] : [log])];
  return [dev, ...traces.flatMap(({ ino, size, mtimeNs }) => [ino, size, mtimeNs])].join('.');
}

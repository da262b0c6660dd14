// Follows a file that people edit while the service runs, and reports new versions.
import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** How often to check the file if the system does not report changes. */
const checkIntervalMs = 1_000;
/** Editors may truncate a file before writing it, so it must be unchanged for this long. */
const settleMs = 50;

export class WatchedFile {
  readonly #file: string;
  readonly #take: () => Promise<void>;
  #seen: string;
  #watcher: FSWatcher | undefined;
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> | null = null;

  /** `seen`: the version that was read last; `take` reads the file again. */
  constructor(file: string, seen: string, take: () => Promise<void>) {
    this.#file = file;
    this.#seen = seen;
    this.#take = take;
    const look = () => void this.#check();
    try {
      // Watch the folder: many editors replace the file by a new one.
      this.#watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(file)) look();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Some file systems cannot be watched; the timer below finds changes too.
    }
    this.#timer = setInterval(look, checkIntervalMs).unref();
  }

  close(): void {
    this.#watcher?.close();
    clearInterval(this.#timer);
  }

  #check(): Promise<void> {
    this.#checking ??= this.#reload().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #reload(): Promise<void> {
    let now = await fileVersion(this.#file);
    while (now !== this.#seen) {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const later = await fileVersion(this.#file);
      if (later === now) {
        this.#seen = now;
        await this.#take();
      }
      now = await fileVersion(this.#file);
    }
  }
}

/** Identifies a version of the file without reading it. */
export async function fileVersion(file: string): Promise<string> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}

/** Why a file has no text, as the rest of a sentence that begins with its name. */
export class UnreadableText extends Error {}

/** The bytes of a file; `remedy` says what to do if it does not exist. */
export async function readBytes(file: string, remedy: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const reason = isMissing
      ? `does not exist: ${remedy}`
      : 'cannot be read: check that it is a file, and whose it is.';
    throw new UnreadableText(reason, { cause });
  }
}

export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableText('is not UTF-8 text: save it as UTF-8.', { cause });
  }
}

/** The text of a file; `remedy` says what to do if it does not exist. */
export async function readText(file: string, remedy: string): Promise<string> {
  return textOf(await readBytes(file, remedy));
}

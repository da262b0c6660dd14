// Standard error as the destination of the log. On a full disk or a closed terminal, lines are lost and the service goes
// on: the library's own destination ends the process then, or repeats the attempt for ever while the process exits.
import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const standardError = 2;

/** A reader that stalls costs no more memory than this. */
const maxWaitingCharacters = 1024 * 1024;

const retryMs = 100;

export class StandardError implements DestinationStream {
  #waiting = '';
  /** Whether a write is scheduled or under way. */
  #isBusy = false;

  constructor() {
    process.once('exit', () => this.flushSync());
  }

  /** Writes in the background: a reader may be slow. */
  write(line: string): void {
    if (this.#waiting.length < maxWaitingCharacters) this.#waiting += line;
    if (this.#isBusy) return;
    this.#isBusy = true;
    setImmediate(() => this.#begin());
  }

  /** The logger calls it after the last line before the end of the process. */
  flushSync(): void {
    let rest = this.#take();
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(standardError, rest));
    } catch {
      // Nothing is left to tell it to.
    }
  }

  #take(): Buffer {
    const taken = Buffer.from(this.#waiting);
    this.#waiting = '';
    return taken;
  }

  #begin(): void {
    const taken = this.#take();
    if (taken.length > 0) this.#writeRest(taken);
    else this.#isBusy = false;
  }

  #writeRest(bytes: Buffer): void {
    write(standardError, bytes, (error, written) => {
      // Programs that share a terminal or a pipe may have made it non-blocking.
      if (error?.code === 'EAGAIN') setTimeout(() => this.#writeRest(bytes), retryMs).unref();
      else if (error === null && written < bytes.length) this.#writeRest(bytes.subarray(written));
      else this.#begin();
    });
  }
}

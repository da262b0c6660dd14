// Limits the memory that unread answers may take.
import type { ServerResponse } from 'node:http';
import { Problem } from '../../contract/problem.ts';

const bytesPerHolder = 32 * 1024 * 1024;

export class Unread {
  readonly #bytes = new Map<string, number>();

  /** Counts bytes until the answer has left; throws if the same holder has too many unread bytes already. */
  add(holder: string, bytes: number, response: ServerResponse): void {
    const before = this.#bytes.get(holder) ?? 0;
    // A single answer may be larger: there is no other way to get it.
    if (before > 0 && before + bytes > bytesPerHolder) {
      throw new Problem('overloaded', 'Too much that you asked for before waits to be read.', {
        retryAfter: 1,
      });
    }
    this.#bytes.set(holder, before + bytes);
    response.once('close', () => {
      const left = (this.#bytes.get(holder) ?? 0) - bytes;
      if (left > 0) this.#bytes.set(holder, left);
      else this.#bytes.delete(holder);
    });
  }
}
